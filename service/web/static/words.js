// What happened, in words. Displays, lines and columns count from zero, as everywhere.

import { plural } from "./dom.js";

const REASONS = {
  row_completed: "a row is complete",
  no_tiles_left: "no tiles are left",
  no_progress: "nobody could go on",
};

/** The sentence for each type of event; `who` gives the name of a seat. */
const SENTENCES = {
  game_created: (data) =>
    `${list(data.players.map((each) => each.name))} sit down. Board: ${words(data.board)}.`,

  round_started: (data, who) =>
    `Round ${data.round}: ${who(data.starting_seat)} starts.` +
    (data.lid_poured ? " The lid was poured into the bag." : ""),

  tiles_taken(data, who) {
    const marker = data.took_marker ? " and the starting marker" : "";
    const goes = [
      data.placed && `${data.placed} to line ${data.line}`,
      data.to_floor && `${data.to_floor} to the floor line`,
      data.to_lid && `${data.to_lid} to the lid`,
    ].filter(Boolean);
    const taken = `${data.taken} ${data.color}${marker} from ${source(data.display)}`;
    return `${who(data.seat)} takes ${taken}: ${list(goes)}.`;
  },

  tile_placed: (data, who) =>
    `${who(data.seat)}: ${data.color} to row ${data.line}, column ${data.column}; ${run(data)}.`,

  line_dropped(data, who) {
    const lid = data.to_lid ? `, ${data.to_lid} to the lid` : "";
    return (
      `${who(data.seat)}: no space takes the ${data.color} of line ${data.line}; ` +
      `${data.to_floor} fall to the floor line${lid}.`
    );
  },

  floor_cleared: (data, who) =>
    `${who(data.seat)} pays for ${plural(data.tiles.length, "space")} of the floor line.`,

  game_ended(data, who) {
    const wins = data.winners.length > 1 ? "share the victory" : "wins";
    return `The game is over, ${REASONS[data.reason]}: ${list(data.winners.map(who))} ${wins}.`;
  },
};

/** An event as a sentence, and its points if it brought or cost any. */
export function told(event, who) {
  const { data } = event;
  const points = data.points ?? data.penalty ?? null;
  const sentence = SENTENCES[event.type]?.(data, who) ?? words(event.type);
  return { sentence, points };
}

/** Why a placed tile brings its points. */
function run({ horizontal, vertical, multiplier }) {
  const runs = [horizontal && `${horizontal} across`, vertical && `${vertical} down`];
  const reason = list(runs.filter(Boolean)) || "on its own";
  return multiplier > 1 ? `${reason}, times ${multiplier}` : reason;
}

export const source = (display) => (display === null ? "the center" : `display ${display}`);

export const target = (line) => (line === null ? "the floor line" : `line ${line}`);

export const words = (name) => name.replaceAll("_", " ");

export const signed = (points) =>
  points < 0 ? `−${-points}` : `+${points}`;

export const reason = (result) => REASONS[result.reason];

export function list(parts) {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}

/** "2 red, 1 blue" */
export function counted(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  const named = [...counts].map(([item, count]) =>
    item === "starting_marker" ? "the starting marker" : `${count} ${item}`,
  );
  return named.join(", ") || "empty";
}

/** Whose turn it is, or who won. */
export function headline(game) {
  const names = game.players.map((player) => player.name);
  if (game.result) {
    const winners = game.result.winners.map((seat) => names[seat]);
    return `${list(winners)} ${winners.length > 1 ? "share the victory" : "wins"}`;
  }
  if (game.current_seat !== null) return `${names[game.current_seat]}’s turn`;
  const placing = game.legal_placements.map((each) => names[each.seat]);
  return `${list(placing)} ${placing.length > 1 ? "place" : "places"} tiles`;
}
