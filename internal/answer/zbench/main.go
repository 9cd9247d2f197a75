package main
import ("context";"encoding/json";"fmt";"os";"path/filepath";"math";"quire/internal/answer";"quire/internal/convert";"quire/internal/convert/layout";"quire/internal/convert/page";"quire/internal/convert/pdf";"quire/internal/index";"quire/internal/index/bm25";"quire/internal/passage")
type question struct { ID string `json:"qid"`; Document string `json:"doc"`; Text string `json:"question"`; Pages []int `json:"pages"`; Answerable bool; Scope string }
type document struct { Name string `json:"doc"`; File string `json:"file"` }
func must(err error){ if err!=nil {panic(err)} }
func main(){
 ctx:=context.Background(); dir:=os.Args[1]; cache:=os.Args[2]; verbose:=len(os.Args)>4
 docs,err:=readLines[document](filepath.Join(dir,"docs.jsonl")); must(err)
 qs,err:=readLines[question](filepath.Join(dir,"questions.jsonl")); must(err)
 ix,err:=index.Open(ctx,index.Config{}); must(err)
 eng,err:=pdf.NewEngine(pdf.Config{}); must(err); defer eng.Close()
 var b builder; all:=map[string]passage.Passage{}; count:=map[string]int{}
 for _,d:=range docs {
  kept:=filepath.Join(cache,d.Name+".gz"); var pages []page.Page
  if f,err:=os.Open(kept); err==nil { must(convert.DecodePages(f,func(p *page.Page) error {pages=append(pages,*p);return nil})); f.Close() } else {
   sv:=layout.NewSurvey()
   must(eng.Pages(ctx,filepath.Join(dir,d.File),1,math.MaxInt,pdf.Options{SkipImages:true},func(p page.Page) error{sv.Add(p);pages=append(pages,p);return nil}))
   f,_:=os.Create(kept); e:=convert.NewPageEncoder(f)
   for i:=range pages { sv.Finish(&pages[i]); pages[i].Words=nil; must(e.Encode(pages[i])) }
   must(e.Close()); f.Close()
  }
  count[d.Name]=len(pages)
  s:=passage.NewSplitter(passage.Options{FileName:filepath.Base(d.File)},func(p passage.Passage) error{
   all[fmt.Sprint(d.Name,"/",p.Number)]=p
   b.add(index.Point{Collection:"c",File:d.Name,Generation:d.Name,Chunk:p.Number,PageStart:p.PageStart,PageEnd:p.PageEnd,Kind:string(p.Kind)},bm25.Document(language,p.Text,p.Header,p.Columns)); return nil})
  for _,p:=range pages { must(s.Add(p)) }
  must(s.Close())
 }
 must(ix.Upsert(ctx,b.weighed()))
 out,_:=os.Create(os.Args[3])
 for _,q:=range qs {
  scope:=index.Scope{Account:account,Collections:[]string{"c"}}
  if q.Scope=="file" { scope.Files=[]string{q.Document} }
  hits,err:=ix.Search(ctx,scope,index.Query{Sparse:bm25.Query(q.Text,language),Limit:50}); must(err)
  var ps []answer.Passage
  for _,h:=range hits { ps=append(ps,answer.Passage{Passage:all[fmt.Sprint(h.File,"/",h.Chunk)],File:h.File,Filename:h.File,Score:float64(h.Score),Language:bm25.English,PageCount:count[h.File]}) }
  a,err:=answer.Extract(answer.Question{Text:q.Text},ps,func(string,[]answer.Citation) error{return nil}); must(err)
  var list []map[string]any; for _,c:=range a.Citations { list=append(list,map[string]any{"id":c.ID,"doc":c.File,"page_start":c.PageStart,"page_end":c.PageEnd}) }
  json.NewEncoder(out).Encode(map[string]any{"qid":q.ID,"answer":a.Text,"citations":list})
  if verbose { fmt.Println("==",q.Scope,q.Document,q.Pages,q.Text); for _,c:=range a.Citations { fmt.Println("  ",c.File,c.PageStart) }; fmt.Println(a.Text) }
 }
}
