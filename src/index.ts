/**
 * The package drystone: worlds, bodies, joints, queries, recordings and runners. This file only lists the exports.
 *
 * @module drystone
 */

export type { DynamicsOptions } from './articulated-handle.js';
export type {
  BodyChange,
  BodyDescriptor,
  BudgetDescriptor,
  CompositeDescriptor,
  FunctionMotion,
  HeightfieldDescriptor,
  KeyframeMotion,
  MaterialDescriptor,
  MaterialPairDescriptor,
  MeshDescriptor,
  Motion,
  OpenMeshDescriptor,
  OscillationMotion,
  RuleDescriptor,
  SurfaceDescriptor,
  SurfaceSides,
  TimerDescriptor,
  TriggerDescriptor,
} from './bodies/descriptors.js';
export type { AxisLock } from './bodies/locks.js';
export type { NamedMesh } from './bodies/meshes.js';
export type { BodyKind, NodeKind } from './bodies/node-kinds.js';
export type { NamedSurface } from './bodies/surfaces.js';
export type { CharacterControl } from './character/character.js';
export { Character } from './character/character.js';
export type { CharacterOptions } from './character/options.js';
export type { ClosestPoints } from './detection/closest-points.js';
export type { EdgeCategory } from './detection/contact-graph/edge-kinds.js';
export type { Island } from './detection/islands/island.js';
export { ContactTree } from './distance-field/contact-tree.js';
export type { BuiltTree, SolidOptions, TreeBuilder, TreeCache, TreeWays } from './distance-field/obtain-tree.js';
export { pageTreeCache } from './distance-field/page-cache.js';
export type { EventContact } from './events/event-contact.js';
export type { EventKind } from './events/events.js';
export { EVENT_KINDS } from './events/events.js';
export type { HandlesWorld, OtherNode } from './handles.js';
export { Body, Handle } from './handles.js';
export { InputError } from './input/fields.js';
export { Coupling, Joint, JointCoordinate } from './joint-handles.js';
export type {
  CoordinateDescriptor,
  CouplingDescriptor,
  FrameDescriptor,
  JointDescriptor,
  MotorDescriptor,
  MultibodyDescriptor,
  SpringDescriptor,
} from './joints/descriptors.js';
export type { JointKind } from './joints/joint-kinds.js';
export { Random } from './math/random.js';
export type { Sym3 } from './math/symmetric.js';
export type { Pose, Quat, Vec3 } from './math/vector.js';
export { axisAngle } from './math/vector.js';
export type { MeshCrossing } from './mesh/crossings.js';
export { findCrossings } from './mesh/crossings.js';
export { describeFaults, describeReport } from './mesh/describe-report.js';
export type { MeshComponent, MeshHole, MeshPlace, MeshReport, TrianglePlace } from './mesh/inspect.js';
export { inspectMesh } from './mesh/inspect.js';
export type { Triples } from './mesh/make-mesh.js';
export { makeMesh } from './mesh/make-mesh.js';
export { meshArea, meshVolume } from './mesh/measures.js';
export type { Orientation } from './mesh/orient.js';
export { orientMesh } from './mesh/orient.js';
export type { Mended } from './mesh/repair.js';
export { repairMesh } from './mesh/repair.js';
export type { Solid } from './mesh/solid.js';
export { solidOf } from './mesh/solid.js';
export type { Surface } from './mesh/surface.js';
export type { TriangleMesh } from './mesh/triangle-mesh.js';
export type { Welding } from './mesh/weld.js';
export { weldMesh } from './mesh/weld.js';
export type { MethodName, SchedulerName, SolverName } from './methods.js';
export { METHODS, SCHEDULERS, SOLVERS, solversOf } from './methods.js';
export type { MultibodyControl } from './multibody.js';
export { Multibody } from './multibody.js';
export type { Phase } from './phases.js';
export { PHASES, Profiler } from './phases.js';
export type { Feature } from './queries/features.js';
export { featureOf } from './queries/features.js';
export { Hits } from './queries/hits.js';
export type { PreparedShape } from './queries/prepared-shape.js';
export type { Points } from './queries/ways.js';
export { decodeDifference, encodeDifference } from './recording/difference.js';
export { decodeRecording, decodeSnapshot, encodeRecording, encodeSnapshot } from './recording/encode.js';
export type { Difference, RecordedStep, Recording } from './recording/recording.js';
export { compareRecordings, describeDifference, Recorder, replay } from './recording/recording.js';
export type { Snapshot } from './recording/snapshot.js';
export { StepError } from './recording/step-error.js';
export type { SuiteFrame, SuiteSummary } from './recording/suite-statistics.js';
export { plotSuite, SuiteStatistics } from './recording/suite-statistics.js';
export type { Redone } from './rollback/redo.js';
export type { HistoryOptions } from './rollback/rollback.js';
export type { RunnerOptions } from './runner/runner.js';
export { Runner } from './runner/runner.js';
export type { SceneControl } from './scene/build-world.js';
export { checkScene, loadScene, parseScene } from './scene/load-scene.js';
export { resolveMeshFiles } from './scene/resolve-mesh-files.js';
export type { Scene, SceneCharacter, SceneMesh, SceneSurface } from './scene/scene.js';
export { sceneSchema } from './scene/scene-fields.js';
export type { SimulationOptions } from './scene/simulation.js';
export { Simulation } from './scene/simulation.js';
export type { LocalTimes, Scheduler, SchedulerAtWork, Stages, TimeScheduler } from './schedulers/scheduler.js';
export { stepBodies } from './schedulers/step-bodies.js';
export type { ConservativeOptions } from './schedulers/time/conservative.js';
export { makeConservative } from './schedulers/time/conservative.js';
export { makeRetroactive } from './schedulers/time/retroactive.js';
export type { TimeFigures, TimeStatistics } from './schedulers/time/statistics.js';
export { timeFigures } from './schedulers/time/statistics.js';
export type { TimeWarpOptions } from './schedulers/time/time-warp.js';
export { makeTimeWarp } from './schedulers/time/time-warp.js';
export type { SettingName, Settings } from './settings.js';
export { SETTINGS } from './settings.js';
export type {
  BoxDescriptor,
  CapsuleDescriptor,
  ConvexDescriptor,
  CylinderDescriptor,
  HalfSpaceDescriptor,
  HullDescriptor,
  MeshShapeDescriptor,
  ShapeDescriptor,
  ShapePlacement,
  SphereDescriptor,
  SurfaceShapeDescriptor,
} from './shapes/shape-kinds.js';
export type { BoxedProblem } from './solvers/matrix/boxed-problem.js';
export type { QuadraticSolver, Solver, SolverAbility, SolverWorkspace, VelocityProblem } from './solvers/solver.js';
export type {
  IslandStepper,
  SchedulerOffer,
  Site,
  Stepper,
  StepperAtWork,
  StepperNeeds,
  StepReport,
} from './steppers/stepper.js';
export { MemoryError } from './table/memory.js';
export type { SharedBlock } from './table/shared-memory.js';
export type { VehicleDescriptor } from './vehicle/describe-vehicle.js';
export { describeVehicle } from './vehicle/describe-vehicle.js';
export { driveVehicle } from './vehicle/drive-vehicle.js';
export type {
  EngineOptions,
  SteeringOptions,
  SuspensionOptions,
  VehicleOptions,
  WheelOptions,
} from './vehicle/options.js';
export type { VehicleWheel } from './vehicle/vehicle.js';
export { createVehicle, isVehicle, Vehicle } from './vehicle/vehicle.js';
export type { ContactHook, ContactPair } from './world/contact-hooks.js';
export type {
  ContactView,
  EdgeView,
  GraphView,
  GroupView,
  NodeReference,
  NodeView,
} from './world/graph-view.js';
export type { PoseArray } from './world/poses.js';
export type { QueryPose } from './world/query-checks.js';
export type { QueryOptions } from './world/query-options.js';
export type { Hit, Queries, ShapeReference } from './world/querying.js';
export type { EventFilter, EventNode, WorldEvent, WorldEvents } from './world/world-events.js';
export type {
  BodyOptions,
  BodyReference,
  InputTarget,
  JointReference,
  MultibodyOptions,
  Overlap,
  WorldOptions,
} from './world.js';
export { World } from './world.js';
