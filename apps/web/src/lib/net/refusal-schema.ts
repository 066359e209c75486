/** A module of its own, because dynamic imports load complete modules: see `readRefusal`. */
export { Refusal } from '@terrace/protocol';
