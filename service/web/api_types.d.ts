// Made from openapi.yaml by `make format`. Do not edit.

export type Board = {
  name: BoardName;
  wall: Wall;
  multipliers: Array<Array<number>>;
  floor_penalties: Array<number>;
  bonuses: Bonuses;
};

export type BoardName = "colored" | "gray" | "crystal_1" | "crystal_2";

export type Bonuses = {
  row: number;
  column: number;
  color: number;
};

export type Center = {
  tiles: Array<Color>;
  starting_marker: boolean;
};

export type Color = "blue" | "yellow" | "red" | "black" | "white";

export type CommandResult = {
  version: number;
  events: Array<Event>;
  game: Game;
};

export type CreatedGame = {
  game: Game;
  seats: Array<Seat>;
};

export type Display = Array<Color>;

export type Draws = "verified" | "mismatch" | "not_verifiable";

export type EndReason = "row_completed" | "no_tiles_left" | "no_progress";

export type Event = GameCreated | RoundStarted | TilesTaken | TilePlaced | LineDropped | FloorCleared | GameEnded;

export type EventPage = {
  game_id: GameId;
  version: number;
  events: Array<Event>;
  next_after: number | null;
};

export type FieldError = {
  field: string;
  message: string;
};

export type FloorCleared = {
  version: number;
  index: number;
  at: Timestamp;
  type: "floor_cleared";
  data: FloorClearedData;
};

export type FloorClearedData = {
  seat: number;
  tiles: Array<FloorTile>;
  penalty: number;
  score: number;
  had_marker: boolean;
};

export type FloorTile = "blue" | "yellow" | "red" | "black" | "white" | "starting_marker";

export type Game = {
  id: string;
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  status: Status;
  phase: Phase;
  round: number;
  starting_seat: number;
  current_seat: number | null;
  next_starting_seat: number | null;
  seeded: boolean;
  seed_hash: string;
  seed: string | null;
  seed_salt: string | null;
  board: Board;
  displays: Array<Display>;
  center: Center;
  bag: TileCounts;
  lid: TileCounts;
  players: Array<Player>;
  legal_moves: Array<Move>;
  legal_placements: Array<LegalPlacement>;
  result: Result | null;
};

export type GameCreated = {
  version: number;
  index: number;
  at: Timestamp;
  type: "game_created";
  data: GameCreatedData;
};

export type GameCreatedData = {
  players: Array<SeatedPlayer>;
  board: BoardName;
  starting_seat: number;
  seeded: boolean;
  seed_hash: string;
  rules_version: number;
};

export type GameEnded = {
  version: number;
  index: number;
  at: Timestamp;
  type: "game_ended";
  data: GameEndedData;
};

export type GameEndedData = {
  reason: EndReason;
  winners: Array<number>;
  standings: Array<Standing>;
  seed: string;
  seed_salt: string;
};

export type GameId = string;

export type HistoryProblem = {
  version: number;
  index: number;
  code: HistoryProblemCode;
  detail: string;
};

export type HistoryProblemCode = "event_malformed" | "event_missing" | "event_unexpected" | "time_mismatch" | "event_differs" | "impossible_draw" | "impossible_event" | "seed_mismatch" | "validation_failed" | "not_your_turn" | "game_finished" | "wrong_phase" | "color_not_in_source" | "display_empty" | "line_holds_other_color" | "line_full" | "color_on_wall_row" | "dropped_too_many" | "line_not_pending" | "column_not_allowed";

export type LegalPlacement = {
  seat: number;
  line: number;
  columns: Array<number>;
};

export type LineDropped = {
  version: number;
  index: number;
  at: Timestamp;
  type: "line_dropped";
  data: LineDroppedData;
};

export type LineDroppedData = {
  seat: number;
  line: number;
  color: Color;
  count: number;
  to_floor: number;
  to_lid: number;
};

export type Liveness = {
  status: "alive";
};

export type Move = {
  display: number | null;
  color: Color;
  line: number | null;
};

export type NewGame = {
  players: Array<NewPlayer>;
  board?: BoardName;
  starting_seat?: number | null;
  seed?: string | null;
};

export type NewPlayer = {
  name: string;
};

export type Notation = string;

export type PatternLine = {
  color: Color | null;
  count: number;
  capacity: number;
};

export type Phase = "factory_offer" | "wall_tiling" | "finished";

export type Place = {
  line: number;
  column: number;
};

export type Player = {
  seat: number;
  name: string;
  score: number;
  pattern_lines: Array<PatternLine>;
  wall: Wall;
  floor_line: Array<FloorTile>;
  pending_lines: Array<number>;
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  errors: Array<FieldError>;
};

export type ProblemCode = "malformed_request" | "not_found" | "method_not_allowed" | "not_acceptable" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "token_missing" | "token_invalid" | "wrong_game" | "game_not_found" | "version_not_found" | "not_your_turn" | "game_finished" | "wrong_phase" | "conflict" | "version_mismatch" | "color_not_in_source" | "display_empty" | "line_holds_other_color" | "line_full" | "color_on_wall_row" | "dropped_too_many" | "line_not_pending" | "column_not_allowed" | "rate_limited" | "too_many_watchers" | "storage_unavailable" | "log_corrupt" | "internal_error";

export type Readiness = {
  status: "ready";
  warnings: Array<string>;
};

export type Replay = {
  valid: boolean;
  version: number;
  game: Game | null;
  problem: HistoryProblem | null;
  draws: Draws;
};

export type Result = {
  reason: EndReason;
  winners: Array<number>;
  standings: Array<Standing>;
};

export type RoundStarted = {
  version: number;
  index: number;
  at: Timestamp;
  type: "round_started";
  data: RoundStartedData;
};

export type RoundStartedData = {
  round: number;
  starting_seat: number;
  displays: Array<Display>;
  lid_poured: boolean;
  bag: TileCounts;
};

export type Seat = {
  seat: number;
  name: string;
  token: string;
};

export type SeatedPlayer = {
  seat: number;
  name: string;
};

export type Standing = {
  seat: number;
  rank: number;
  score: number;
  rows: number;
  columns: number;
  colors: number;
  row_points: number;
  column_points: number;
  color_points: number;
};

export type Status = "in_progress" | "finished";

export type Take = {
  display: number | null;
  color: Color;
  line: number | null;
  dropped?: number;
};

export type TileCounts = {
  blue: number;
  yellow: number;
  red: number;
  black: number;
  white: number;
};

export type TilePlaced = {
  version: number;
  index: number;
  at: Timestamp;
  type: "tile_placed";
  data: TilePlacedData;
};

export type TilePlacedData = {
  seat: number;
  line: number;
  column: number;
  color: Color;
  horizontal: number;
  vertical: number;
  multiplier: number;
  points: number;
  score: number;
  forced: boolean;
};

export type TilesTaken = {
  version: number;
  index: number;
  at: Timestamp;
  type: "tiles_taken";
  data: TilesTakenData;
};

export type TilesTakenData = {
  seat: number;
  display: number | null;
  color: Color;
  line: number | null;
  taken: number;
  placed: number;
  to_floor: number;
  to_lid: number;
  took_marker: boolean;
};

export type Timestamp = string;

export type Wall = Array<Array<Color | null>>;
