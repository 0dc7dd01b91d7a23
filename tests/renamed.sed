# Converts commands to the names of commands and options before `courser walk`. tests/compare applies it to each command
# for a build without that command.
s/courser walk compare/courser rules/g
s/courser sample stats/courser census/g
s/courser graph export/courser graph/g
s/courser graph (tour|count) ([^ ]+)/courser \1 --graph \2/g
/courser cycle/ {
    /--regions/ {
        s/--regions/--region/
        /--channel/! { /\.(gif|apng|y4m)/ s/--region/--animate making --region/ }
        s/courser cycle ([^ ]+)/courser tour \1 --method relay --schedule whole/g
    }
    s/courser cycle ([^ ]+)/courser tour \1 --method cycle/g
}
s/courser walk ([^ ]+)/courser tour \1 --method warnsdorff/g
/courser sample/ {
    /--number/! s/courser sample/courser sample --uniform/g
    s/courser sample/courser tour/g
    s/--samples/--many/g
    s/ --open//g
}
s/--method backtrack --prune reachable/--method closable/g
s/--method backtrack --prune none/--method depth-first/g
s/--prune none/--method depth-first/g
s/--method grown/--organic/g
s/--method tame-crossings/--tame crossings/g
s/--regions ([0-9]+x[0-9]+)/--region \1/g
s/--regions/--chain/g
s/courser count known/courser count --known/g
/courser count/ {
    s/ --symmetry/ --symmetric/g
    s/--up-to-symmetry/--symmetry/g
}
