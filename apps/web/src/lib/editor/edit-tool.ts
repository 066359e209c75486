import type { Piece, Setup, Square } from '@terrace/rules';
import { type Edit, pieceOn } from './edit.ts';

export type EditTool =
  | { readonly kind: 'empty' }
  /** From the palette: placed on each chosen square until it is deselected. */
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'eraser' }
  | { readonly kind: 'lifted'; readonly from: Square }
  | { readonly kind: 'choosing'; readonly on: Square };

export const NO_TOOL: EditTool = { kind: 'empty' };

/** The square whose piece is being moved or picked. */
export const activeSquare = (tool: EditTool): Square | undefined =>
  tool.kind === 'lifted' ? tool.from : tool.kind === 'choosing' ? tool.on : undefined;

export type ToolInput =
  | { readonly type: 'choose'; readonly square: Square }
  | { readonly type: 'drag'; readonly from: Square; readonly to: Square | undefined }
  | { readonly type: 'drop'; readonly piece: Piece; readonly on: Square }
  | { readonly type: 'remove'; readonly square: Square }
  | { readonly type: 'answer'; readonly piece: Piece }
  | { readonly type: 'take'; readonly tool: Piece | 'eraser' }
  | { readonly type: 'cancel' };

export type ToolResult = { readonly tool: EditTool; readonly edit?: Edit };

/** The tool and the edit, if any, after an input. Pure; all pointer and key input passes through here. */
export function applyTool(tool: EditTool, input: ToolInput, setup: Setup): ToolResult {
  switch (input.type) {
    case 'choose':
      return choose(tool, input.square, setup);
    case 'drag':
      return {
        tool: tool.kind === 'lifted' ? NO_TOOL : tool,
        edit:
          input.to === undefined
            ? { type: 'remove', square: input.from }
            : { type: 'move', from: input.from, to: input.to },
      };
    case 'drop':
      return { tool, edit: { type: 'put', square: input.on, piece: input.piece } };
    case 'remove':
      return {
        tool: activeSquare(tool) === input.square ? NO_TOOL : tool,
        edit: { type: 'remove', square: input.square },
      };
    case 'answer':
      return tool.kind === 'choosing'
        ? { tool: NO_TOOL, edit: { type: 'put', square: tool.on, piece: input.piece } }
        : { tool };
    case 'take':
      return { tool: take(tool, input.tool) };
    case 'cancel':
      return { tool: NO_TOOL };
  }
}

function choose(tool: EditTool, square: Square, setup: Setup): ToolResult {
  const there = pieceOn(setup, square);
  switch (tool.kind) {
    case 'piece':
      return there === tool.piece
        ? { tool, edit: { type: 'remove', square } }
        : { tool, edit: { type: 'put', square, piece: tool.piece } };
    case 'eraser':
      return { tool, edit: { type: 'remove', square } };
    case 'lifted':
      return square === tool.from
        ? { tool: NO_TOOL }
        : { tool: NO_TOOL, edit: { type: 'move', from: tool.from, to: square } };
    case 'choosing':
      if (square === tool.on) return { tool: NO_TOOL };
  }
  return { tool: there === undefined ? { kind: 'choosing', on: square } : { kind: 'lifted', from: square } };
}

function take(tool: EditTool, taken: Piece | 'eraser'): EditTool {
  if (taken === 'eraser') return tool.kind === 'eraser' ? NO_TOOL : { kind: 'eraser' };
  return tool.kind === 'piece' && tool.piece === taken ? NO_TOOL : { kind: 'piece', piece: taken };
}
