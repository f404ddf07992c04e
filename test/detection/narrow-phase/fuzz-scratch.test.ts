import { test } from 'vitest';
import { Random } from '/work/main/src/math/random.js';
import { closest } from '/work/main/src/detection/narrow-phase/closest.js';
import { convexPair } from '/work/main/src/detection/narrow-phase/convex-pair.js';
import { PrincipalContact } from '/work/main/src/detection/narrow-phase/principal-contact.js';
import { Manifold } from '/work/main/src/detection/contact-determination/manifold.js';
import { determineContacts } from '/work/main/src/detection/contact-determination/determine-contacts.js';
import * as P from '/work/main/test/detection/narrow-phase/placing.js';
import { scale, length } from '/work/main/src/math/vector.js';
const N = Number(process.env.N ?? 400);
test('fuzz', () => {
  for (let ka = 0; ka < 6; ka++) for (let kb = ka; kb < 6; kb++) {
    if (ka === 5) continue;
    let worstLow = 0, worstHigh = 0, worstSurfA = 0, worstSurfB = 0, worstManA = 0, worstManB = 0, worstMin = 0, worstNorm = 0, dupes = 0, n = 0, empty=0, hist: number[] = [];
    let seedLow=-1, seedHigh=-1, seedMan=-1, seedS=-1;
    for (let seed = 0; seed < N; seed++) {
      const rnd = new Random(seed * 37 + ka * 6 + kb);
      const sa = P.randomShape(rnd, ka), sb = P.randomShape(rnd, kb);
      const a = P.place(sa, P.randomPoint(rnd, 0.3), P.randomQuat(rnd));
      const b = P.place(sb, P.randomPoint(rnd, rnd.uniform(0,1.5)), P.randomQuat(rnd));
      const c = new PrincipalContact();
      const env = 0.3;
      if (!closest(a, b, env, c)) { 
        if (kb<5) { const g = P.sampledGap(a,b,rnd); if (g < env-1e-2) console.log('MISSED', ka,kb,seed,g);} continue; }
      n++;
      const nn: any = [c.nx,c.ny,c.nz];
      worstNorm = Math.max(worstNorm, Math.abs(length(nn)-1));
      if (!(worstNorm<1e-9)) console.log('NORM', ka,kb,seed,nn,c.gap);
      const s = P.separation(a,b,nn);
      if (Math.abs(s - c.gap) > worstHigh) { worstHigh = Math.abs(s-c.gap); seedHigh = seed; }
      if (kb < 5) { const g = Math.max(P.sampledGap(a,b,rnd), P.climb(a,b,nn,rnd)); if (g - c.gap > worstLow) { worstLow = g - c.gap; seedLow = seed; } }
      const da = Math.abs(P.signedDistance(a,[c.ax,c.ay,c.az])), db = Math.abs(P.signedDistance(b,[c.bx,c.by,c.bz]));
      if (Math.max(da,db) > Math.max(worstSurfA,worstSurfB)) seedS = seed;
      worstSurfA = Math.max(worstSurfA, da); worstSurfB = Math.max(worstSurfB, db);
      const m = new Manifold();
      determineContacts(a,b,c,env*0.2 > c.gap ? env*0.2 : env,8,m);
      if (m.count===0) empty++;
      hist[m.count] = (hist[m.count]??0)+1;
      let min = Infinity;
      for (let i=0;i<m.count;i++) { min = Math.min(min,m.gap[i]);
        const ma=Math.abs(P.signedDistance(a,[m.pointA[3*i],m.pointA[3*i+1],m.pointA[3*i+2]])), mb = Math.abs(P.signedDistance(b,[m.pointB[3*i],m.pointB[3*i+1],m.pointB[3*i+2]]));
        if (Math.max(ma,mb)>Math.max(worstManA,worstManB)) seedMan=seed;
        worstManA=Math.max(worstManA,ma); worstManB=Math.max(worstManB,mb);
        for (let j=0;j<i;j++) if (m.feature[i]===m.feature[j]) dupes++;
      }
      worstMin = Math.max(worstMin, Math.abs(min-c.gap));
    }
    console.log(ka,kb,'n',n,'norm',worstNorm.toExponential(1),'sep!=gap',worstHigh.toExponential(1),seedHigh,'better dir',worstLow.toExponential(1),seedLow,'surf',worstSurfA.toExponential(1),worstSurfB.toExponential(1),seedS,'man',worstManA.toExponential(1),worstManB.toExponential(1),seedMan,'min',worstMin.toExponential(1),'dup',dupes,'empty',empty,JSON.stringify(hist));
  }
}, 600000);
