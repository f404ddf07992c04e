// What the tests of drystone/react look at: `globalThis.show(element)` puts something into a world, in React's strict mode, which mounts
// everything twice.

import { Canvas } from '@react-three/fiber';
import * as drystone from 'drystone/react';
import { Component, createRef, StrictMode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const { BodyShapes, Joint, Physics, RigidBody, Trigger, useBeforeStep, useEvents, useRunner, useWorld } = drystone;
const root = createRoot(document.getElementById('root'));
const noted = [];

/** Hands out the world and its runner. */
function Expose() {
  Object.assign(globalThis, { world: useWorld(), runner: useRunner() });
  return null;
}

class Boundary extends Component {
  state = { error: null };
  static getDerivedStateFromError(error) {
    return { error };
  }
  render() {
    if (this.state.error !== null) noted.push(this.state.error.message);
    return this.state.error === null ? this.props.children : null;
  }
}

/** Physics is paused, so that tests take the steps. */
function App({ children, physics }) {
  return (
    <StrictMode>
      <Canvas>
        <Boundary>
          <Physics paused {...physics}>
            {children}
            <Expose />
          </Physics>
        </Boundary>
      </Canvas>
    </StrictMode>
  );
}

const box = (
  <mesh>
    <boxGeometry args={[1, 1, 1]} />
    <meshBasicMaterial color="tan" />
  </mesh>
);

function Hooks({ push }) {
  const body = useRef(null);
  useBeforeStep((time, dt) => {
    noted.push(['before', time, dt]);
    body.current.applyForce([push, 0, 0]);
  });
  useEvents('new-touching', ({ contact }) => noted.push(['touch', Math.round(contact.normal[1])]), { of: body });
  return (
    <RigidBody ref={body} name="pushed" position={[0, 0.51, 0]} mass={2}>
      {box}
    </RigidBody>
  );
}

const ground = <RigidBody kind="fixed" name="ground" shapes={[{ kind: 'half-space' }]} />;
const heldBody = createRef();
const key = { current: 0 };

/** The pages, by name; each takes options. */
const PAGES = {
  bodies: ({ x = 3, damping = 0, second = true }) => (
    <group position={[0, 1, 0]} rotation={[0, Math.PI / 2, 0]}>
      <RigidBody
        name="first"
        position={[x, 0, 0]}
        linearDamping={damping}
        velocity={[0, 0, 1]}
        userData={{ lives: 3 }}
        density={500}
      >
        {box}
        <mesh position={[0, 1, 0]} scale={0.5}>
          <sphereGeometry args={[1, 16, 8]} />
        </mesh>
      </RigidBody>
      {second && <RigidBody name="second" shapes={[{ kind: 'sphere', radius: 0.5 }]} position={[0, 5, 0]} locks={['x']} />}
    </group>
  ),
  joint: ({ order = 'after' }) => {
    const held = (
      <RigidBody key="held" ref={heldBody} name="held" position={[1, 2, 0]}>
        {box}
      </RigidBody>
    );
    const joint = <Joint key="joint" name="hinge" kind="revolute" bodyB={heldBody} anchor={[0, 2, 0]} axis={[0, 0, 1]} />;
    return order === 'after' ? [held, joint] : [joint, held];
  },
  hooks: ({ push = 1 }) => [ground, <Hooks key="hooks" push={push} />],
  events: () => [
    ground,
    <RigidBody
      key="ball"
      name="ball"
      position={[0, 1, 0]}
      shapes={[{ kind: 'sphere', radius: 0.5 }]}
      material="rubber"
      onTouch={(other, { contact }) => noted.push(['on', other.name, contact.speed > 1])}
      onPart={(other) => noted.push(['off', other.name])}
    />,
    <Trigger
      key="gate"
      position={[0, 0.1, 0]}
      shapes={[{ kind: 'box', size: [1, 0.2, 1] }]}
      onEnter={(who) => noted.push(['in', who.name])}
      onLeave={(who) => noted.push(['out', who.name])}
    />,
  ],
  drawn: () => [
    <RigidBody key="drawn" position={[3, 0, 0]}>
      {box}
    </RigidBody>,
    <RigidBody key="bare" position={[0, 0, 0]} shapes={[{ kind: 'box', size: [2, 2, 2] }]} />,
    <BodyShapes key="shapes" ref={(view) => Object.assign(globalThis, { view })} colour={() => 0xff0000} />,
  ],
};

globalThis.noted = noted;
globalThis.show = (name, options = {}, physics = {}, isAnew = true) => {
  noted.length = 0;
  if (isAnew) key.current++;
  const children = PAGES[name](options);
  flushSync(() =>
    root.render(
      <App key={key.current} physics={physics}>
        {children}
      </App>,
    ),
  );
};

// The program of docs/react.md, in the same page.
if (location.search === '?guide') void import('./guide.tsx');
