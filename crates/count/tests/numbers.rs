use courser_count::*;
use courser_board::*;
use std::ops::ControlFlow;
fn listed(task:&Task)->u64{let mut n=0;tours(task,false,&mut |_|{n+=1;ControlFlow::Continue(())});n}
#[test]
fn small(){
    for (r,c) in [(3,4),(3,10),(5,5),(4,5),(5,6),(6,5),(3,7)] {
        let b=Board::new(r,c).unwrap();
        for t in [Tours::Closed,Tours::Open{start:None,end:None},Tours::Open{start:Some(Square::new(0,0)),end:None},Tours::Open{start:Some(Square::new(0,0)),end:Some(Square::new(2,3))}] {
            let task=Task::new(b.clone(),t).unwrap();
            let n=count(&task,&Options::default()).unwrap();
            println!("{b} {t:?} {n} {}",listed(&task));
            assert_eq!(n.to_string(), listed(&task).to_string());
        }
    }
    for (r,c) in [(6,6),(3,46),(5,26),(6,8),(7,7)] {
        let t=std::time::Instant::now();
        let task=Task::new(Board::new(r,c).unwrap(),Tours::Closed).unwrap();
        let peak=std::sync::Mutex::new(0);
        let f=|p:Progress|*peak.lock().unwrap()=p.peak;
        let n=count(&task,&Options{progress:Some(&f),..Options::default()}).unwrap();
        println!("{r}x{c} {n} {:?} peak {}",t.elapsed(),peak.lock().unwrap());
    }
        let t=std::time::Instant::now();
        let task=Task::new(Board::new(6,6).unwrap(),Tours::Open{start:None,end:None}).unwrap();
        let n=count(&task,&Options::default()).unwrap();
        println!("open 6x6 {n} {:?}",t.elapsed());
}
