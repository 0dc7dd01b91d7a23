#![allow(missing_docs)]
use courser_count::*;
use courser_board::*;
use std::ops::ControlFlow;
fn listed(task:&Task)->u64{let mut n=0;tours(task,false,&mut |_|{n+=1;ControlFlow::Continue(())});n}
#[test]
fn small(){
    for (r,c) in [(1,1),(1,2),(2,2),(2,3),(3,3),(3,4),(4,4),(3,10),(5,5),(4,5),(5,6),(6,5),(3,7)] {
        let b=Board::new(r,c).unwrap();
        let mut v=vec![Tours::Closed,Tours::Open{start:None,end:None},Tours::Open{start:Some(Square::new(0,0)),end:None}];
        if r>=3&&c>=4{v.push(Tours::Open{start:Some(Square::new(0,0)),end:Some(Square::new(2,3))});v.push(Tours::Open{start:Some(Square::new(1,2)),end:None});}
        for t in v {
            let task=Task::new(b.clone(),t).unwrap();
            let n=count(&task,&Options::default());
            let l=listed(&task);
            println!("{b} {t:?} {n:?} {} {}",l, if n.as_ref().is_ok_and(|n|n.to_string()==l.to_string()){""}else{"WRONG"});
        }
    }
    for (r,c) in [(6,6),(3,46),(5,26),(6,8),(7,8)] {
        let t=std::time::Instant::now();
        let task=Task::new(Board::new(r,c).unwrap(),Tours::Closed).unwrap();
        let peak=std::sync::Mutex::new(0);
        let f=|p:Progress|*peak.lock().unwrap()=p.peak;
        let n=count(&task,&Options{progress:Some(&f),..Options::default()});
        println!("{r}x{c} {n:?} {:?} peak {}",t.elapsed(),peak.lock().unwrap());
    }
    for (r,c) in [(6,6),(6,7)] {
        let t=std::time::Instant::now();
        let task=Task::new(Board::new(r,c).unwrap(),Tours::Open{start:None,end:None}).unwrap();
        let n=count(&task,&Options::default()).unwrap();
        println!("open {r}x{c} {n} {:?}",t.elapsed());
    }
}
