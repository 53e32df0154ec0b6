// Prints what a tree-sitter parser can make up to go on behind an error, from the tables of its grammar.
// A token is made up in a state that a wrong token leads to, if the state behind it reduces before the next token, and
// if no token with a lower number does the same there (ts_parser__handle_error in tree-sitter's lib/src/parser.c).
// scripts/token-lists.mjs compiles and runs it.
#include "lib.c"
#include <stdio.h>
#include <string.h>
extern const TSLanguage *LANG(void);
static const TSLanguage *l;
static bool local(TSStateId s, TSSymbol x, TSSymbol a, int depth){
  TSStateId m=ts_language_next_state(l,s,x); if(!m||depth>5) return false;
  TSSymbol from=a,to=a; if(a==0){from=1;to=l->token_count-1;}
  int reds=0;TSSymbol y=0;int cc=0;
  for(TSSymbol b=from;b<=to;b++){TableEntry e;ts_language_table_entry(l,m,b,&e);
    for(uint32_t i=0;i<e.action_count;i++){const TSParseAction*p=&e.actions[i]; if(p->type==TSParseActionTypeShift&&!p->shift.extra&&!p->shift.repetition) return true;
     if(p->type==TSParseActionTypeRecover) return true; if(p->type==TSParseActionTypeReduce&&p->reduce.child_count>0){ if(reds&&(y!=p->reduce.symbol||cc!=p->reduce.child_count)) return false; reds=1;y=p->reduce.symbol;cc=p->reduce.child_count;}}}
  return reds&&cc==1&&local(s,y,a,depth+1);
}
static bool passes(TSStateId s,TSSymbol t,TSSymbol a){TSStateId n=ts_language_next_state(l,s,t); return n&&n!=s&&ts_language_has_reduce_action(l,n,a);}
// reductions of (n,a) subset test
static bool covers(TSStateId s,TSSymbol u,TSSymbol t,TSSymbol a){
  if(a==0) return false;
  TableEntry e,f; ts_language_table_entry(l,ts_language_next_state(l,s,t),a,&e); ts_language_table_entry(l,ts_language_next_state(l,s,u),a,&f);
  if(e.action_count!=f.action_count) return false;
  for(uint32_t i=0;i<e.action_count;i++){const TSParseAction*p=&e.actions[i],*q=&f.actions[i]; if(p->type!=TSParseActionTypeReduce||q->type!=TSParseActionTypeReduce) return false;
    if(q->reduce.symbol!=p->reduce.symbol||q->reduce.child_count!=p->reduce.child_count) return false;}
  return true;}
#define MAXS 6100
static unsigned char *ok; // ok[s*tok+a]: the parser may look for a token to make up in state s before a
static void closure(){ int N=l->state_count,T=l->token_count;
 int W=(N+63)/64; typedef unsigned long long u; u*pred=calloc(N*W,8);
 for(int q=1;q<N;q++)for(int x=1;x<l->symbol_count;x++){ 
   if(x<T){TableEntry f;ts_language_table_entry(l,q,x,&f);for(uint32_t i=0;i<f.action_count;i++)if(f.actions[i].type==TSParseActionTypeShift&&!f.actions[i].shift.extra){int n=f.actions[i].shift.state;pred[n*W+q/64]|=1ull<<(q%64);}}
   else {int n=ts_language_next_state(l,q,x); if(n)pred[n*W+q/64]|=1ull<<(q%64);}}
 u*edge=calloc(N*W,8);u*cur=malloc(W*8),*nx=malloc(W*8);char*seen=malloc(l->symbol_count*32);
 for(int s=1;s<N;s++){memset(seen,0,l->symbol_count*32);int maxc=0;
   for(int a=0;a<T;a++){TableEntry f;ts_language_table_entry(l,s,a,&f);for(uint32_t i=0;i<f.action_count;i++)if(f.actions[i].type==TSParseActionTypeReduce&&f.actions[i].reduce.child_count>0){seen[f.actions[i].reduce.symbol*32+f.actions[i].reduce.child_count]=1;if(f.actions[i].reduce.child_count>maxc)maxc=f.actions[i].reduce.child_count;}}
   memset(cur,0,W*8);cur[s/64]|=1ull<<(s%64);
   for(int c=1;c<=maxc;c++){memset(nx,0,W*8);for(int q=0;q<N;q++)if(cur[q/64]>>(q%64)&1)for(int w=0;w<W;w++)nx[w]|=pred[q*W+w];memcpy(cur,nx,W*8);
     for(int x=T;x<l->symbol_count;x++)if(seen[x*32+c])for(int q=1;q<N;q++)if(cur[q/64]>>(q%64)&1){int n=ts_language_next_state(l,q,x);if(n)edge[s*W+n/64]|=1ull<<(n%64);}}}
 ok=calloc(N,T);int*st=malloc(N*4);
 for(int a=0;a<T;a++){int h=0,t=0;for(int s=1;s<N;s++){TableEntry f;ts_language_table_entry(l,s,a,&f);if(!f.action_count){ok[s*T+a]=1;st[t++]=s;}}
   while(h<t){int s=st[h++];for(int n=0;n<N;n++)if(edge[s*W+n/64]>>(n%64)&1&&!ok[n*T+a]){ok[n*T+a]=1;st[t++]=n;}}}
}
int main(){ l=LANG(); closure(); unsigned total=l->symbol_count+l->alias_count+1;
 for(TSSymbol t=1;t<l->token_count;t++){ char*kinds=calloc(1,total+1); int cnt=0,all=0,exs=0,exa=0; char*vis=calloc(l->state_count,16);
  char prods[1<<15]; prods[0]=0; char*pseen=calloc(l->symbol_count,16);
  for(TSStateId s=1;s<l->state_count;s++){TSStateId n=ts_language_next_state(l,s,t); if(n==0||n==s)continue;
   for(TSSymbol a=0;a<l->token_count;a++){ if(!passes(s,t,a)) continue; all++;
     if(!ok[s*l->token_count+a]) continue; bool dom=false; for(TSSymbol u=1;u<t&&!dom;u++) if(passes(s,u,a)&&(covers(s,u,t,a)||local(s,u,a,0))) dom=true;
     if(dom) continue; cnt++; exs=s;exa=a;
     TableEntry e;ts_language_table_entry(l,n,a,&e); bool sh=false;
     TSSymbol lo=a,hi=a; if(a==0){lo=0;hi=l->token_count-1;}
     for(TSSymbol b=lo;b<=hi;b++){ts_language_table_entry(l,n,b,&e); for(uint32_t i=0;i<e.action_count;i++){const TSParseAction*p=&e.actions[i]; if(p->type==TSParseActionTypeShift&&!p->shift.extra) sh=true; if(p->type==TSParseActionTypeReduce){const TSSymbol*al=ts_language_alias_sequence(l,p->reduce.production_id); TSSymbol x=al?al[p->reduce.child_count-1]:0; kinds[x?x:t]=1; unsigned k=p->reduce.symbol*16+p->reduce.child_count; if(x!=0&&!ts_language_symbol_metadata(l,x).named&&ts_language_symbol_metadata(l,p->reduce.symbol).visible) printf("holder\t%s\t%s\n",ts_language_symbol_name(l,x),ts_language_symbol_name(l,p->reduce.symbol)); if(!x&&!pseen[k]){pseen[k]=1;char q[200];snprintf(q,200,"\t%s",ts_language_symbol_metadata(l,p->reduce.symbol).visible?ts_language_symbol_name(l,p->reduce.symbol):"");strcat(prods,q);}}}}
     if(sh){ kinds[t]=1; // follow every way on from n
       TSStateId *st=malloc(sizeof(TSStateId)*l->state_count*16); char*dp=malloc(l->state_count*16); int h=0,q=0;
       if(!(vis[n*16])){vis[n*16]=1;st[q]=n;dp[q++]=0;}
       while(h<q){TSStateId m=st[h];int d=dp[h++];
         for(TSSymbol x=0;x<l->symbol_count;x++){
           if(x<l->token_count){TableEntry f;ts_language_table_entry(l,m,x,&f);for(uint32_t i=0;i<f.action_count;i++){const TSParseAction*p=&f.actions[i]; TSStateId nx=0;
              if(p->type==TSParseActionTypeReduce&&p->reduce.child_count>d){const TSSymbol*al=ts_language_alias_sequence(l,p->reduce.production_id); TSSymbol y=al?al[p->reduce.child_count-1-d]:0; kinds[y?y:t]=1;
                unsigned k=p->reduce.symbol*16+p->reduce.child_count; if(!y&&!pseen[k]){pseen[k]=1;char q2[200];snprintf(q2,200,"\t%s",ts_language_symbol_metadata(l,p->reduce.symbol).visible?ts_language_symbol_name(l,p->reduce.symbol):"");strcat(prods,q2);}}
              if(p->type==TSParseActionTypeShift&&!p->shift.extra) nx=p->shift.state;
              if(nx&&d<14&&!vis[nx*16+d+1]){vis[nx*16+d+1]=1;st[q]=nx;dp[q++]=d+1;}}}
           else {TSStateId nx=ts_language_next_state(l,m,x); if(nx&&d<14&&!vis[nx*16+d+1]){vis[nx*16+d+1]=1;st[q]=nx;dp[q++]=d+1;}}
         }}
       free(st);free(dp);}
   }}
  if(!l->symbol_metadata[t].visible) continue;
  for(unsigned k=0;k<total;k++) if(kinds[k]) printf("%s\t%s%s\n",ts_language_symbol_metadata(l,k).named?"kind":"token",ts_language_symbol_name(l,k),k==t?prods:"");
 }}
