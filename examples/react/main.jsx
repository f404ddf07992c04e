// A wrecking ball swings into a wall of bricks; a lamp is lit once a brick has fallen behind the wall.

import { Canvas } from '@react-three/fiber';
import { BodyShapes, DebugLines, Joint, Physics, RigidBody, Trigger, useBeforeStep, useWorld } from 'drystone/react';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Wall() {
  const bricks = [];
  for (let course = 0; course < 6; course++) {
    for (let i = 0; i < 6; i++) {
      const x = i - 2.5 + (course % 2) / 2;
      bricks.push(
        <RigidBody key={`${course} ${i}`} position={[x, course / 2 + 0.25, 0]} density={2000}>
          <mesh castShadow receiveShadow>
            <boxGeometry args={[0.98, 0.5, 0.5]} />
            <meshStandardMaterial color={course % 2 === 0 ? '#b5654a' : '#a85a42'} />
          </mesh>
        </RigidBody>,
      );
    }
  }
  return bricks;
}

function WreckingBall() {
  const ball = useRef(null);
  return (
    <>
      <RigidBody ref={ball} name="ball" position={[0, 6, 5]} density={7800}>
        <mesh castShadow>
          <sphereGeometry args={[0.5, 48, 24]} />
          <meshStandardMaterial color="#3d4852" metalness={0.6} roughness={0.4} />
        </mesh>
      </RigidBody>
      <Joint kind="ball" bodyB={ball} anchor={[0, 6, 0]} />
    </>
  );
}

/** A wind that blows at whatever is in the air [N]. */
function Wind({ force }) {
  const world = useWorld();
  // For the console of the browser.
  Object.assign(globalThis, { world });
  useBeforeStep(() => {
    for (const body of world.bodies()) if (body.kind === 'rigid' && body.position[1] > 3) body.applyForce([force, 0, 0]);
  });
  return null;
}

function App() {
  const [fallen, setFallen] = useState(0);
  return (
    <Canvas shadows="percentage" camera={{ position: [8, 5, 11], fov: 45 }}>
      <color attach="background" args={['#dfe5ea']} />
      <ambientLight intensity={1.2} />
      <directionalLight castShadow position={[6, 14, 8]} intensity={2.5} />
      <Physics dt={1 / 60}>
        <RigidBody kind="fixed" shapes={[{ kind: 'half-space' }]} />
        <Wall />
        <WreckingBall />
        <Wind force={20} />
        <Trigger
          position={[0, 0.5, -4]}
          shapes={[{ kind: 'box', size: [20, 1, 4] }]}
          onEnter={() => setFallen((count) => count + 1)}
        />
        <mesh position={[0, 5, -5]}>
          <sphereGeometry args={[0.3]} />
          <meshBasicMaterial color={fallen > 0 ? '#ffd43b' : '#495057'} />
        </mesh>
        <BodyShapes receiveShadow />
        <DebugLines shapes={false} />
      </Physics>
    </Canvas>
  );
}

createRoot(document.getElementById('root')).render(<App />);
