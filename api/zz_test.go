package api_test
import ("testing";"strings";"fmt";"quire/internal/blob")
func BenchmarkPut(b *testing.B){ st,_:=blob.Open(b.Context(),"file://"+b.TempDir()); body:=strings.Repeat("0123456789abcde\n",1<<16); i:=0
 for b.Loop(){ i++; if _,err:=st.Put(b.Context(), fmt.Sprintf("documents/%d/source",i), strings.NewReader(body), 1<<30); err!=nil {b.Fatal(err)} } }
