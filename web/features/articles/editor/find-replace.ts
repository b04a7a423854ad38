// Find and replace, and forbidden words: marked by decorations, never in the document itself.
import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node as Doc } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { Editor } from '@tiptap/react'
import { findWords } from '#contract/text.ts'

export type Found = { from: number; to: number }
type State = { text: Known; forbidden: Known; at: number; found: readonly Found[]; marks: DecorationSet }
type Change = { text?: string; forbidden?: readonly string[]; at?: number }

const key = new PluginKey<State>('findReplace')
/** Maximum of decorations; places beyond it are still found, counted and replaced. */
const MARKED_MAX = 2_000

/** Keeps the length: `İ` alone would become two characters in lower case. */
const lower = (text: string) => text.replaceAll('İ', 'i').toLowerCase()

type Seek = (text: string, texts: readonly string[]) => readonly Found[]

/** As typed, in either case. */
const seekText: Seek = (text, texts) => {
  const own = lower(text)
  return texts.flatMap((text) => {
    const found: Found[] = []
    const wanted = lower(text)
    if (wanted === '') return found
    for (let from = own.indexOf(wanted); from >= 0; from = own.indexOf(wanted, from + wanted.length)) {
      found.push({ from, to: from + wanted.length })
    }
    return found
  })
}

const moved = (places: readonly Found[], by: number) => places.map(({ from, to }) => ({ from: by + from, to: by + to }))

/** Places in a text block, relative to its content. */
const placesInText = (node: Doc, { texts, seek }: Known) =>
  seek(node.textBetween(0, node.content.size, undefined, '\ufffc'), texts)

/** Places in a top-level block, relative to its start; includes text blocks in tables and lists. */
function placesIn(block: Doc, known: Known): Found[] {
  if (block.isTextblock) return moved(placesInText(block, known), 1)
  const found: Found[] = []
  block.descendants((node, at) => {
    if (node.isTextblock) found.push(...moved(placesInText(node, known), at + 2))
    return !node.isTextblock
  })
  return found
}

/** Cached by block node: unchanged blocks keep their node. */
type Known = { texts: readonly string[]; seek: Seek; found: WeakMap<Doc, Found[]> }
const nothingKnown = (texts: readonly string[], seek: Seek = seekText): Known => ({ texts, seek, found: new WeakMap() })

/** Every place of the texts; a match does not span blocks or nodes without text. */
function placesOf(doc: Doc, known: Known): Found[] {
  const found: Found[] = []
  if (known.texts.length === 0) return found
  doc.forEach((block, at) => {
    const own = known.found.get(block) ?? placesIn(block, known)
    known.found.set(block, own)
    if (own.length > 0) found.push(...moved(own, at))
  })
  return found
}

function stateOf(doc: Doc, { text, forbidden, at }: Pick<State, 'text' | 'forbidden' | 'at'>): State {
  const found = placesOf(doc, text)
  const first = Math.max(0, at - MARKED_MAX / 2)
  const marks = [
    ...placesOf(doc, forbidden)
      .slice(0, MARKED_MAX)
      .map(({ from, to }) => Decoration.inline(from, to, { class: 'is-forbidden' })),
    ...found
      .slice(first, first + MARKED_MAX)
      .map(({ from, to }, i) =>
        Decoration.inline(from, to, { class: first + i === at ? 'is-found is-here' : 'is-found' }),
      ),
  ]
  return { text, forbidden, at, found, marks: DecorationSet.create(doc, marks) }
}

const noTexts = nothingKnown([])
const nothing: State = { text: noTexts, forbidden: noTexts, at: -1, found: [], marks: DecorationSet.empty }

function changed(before: State, { text, forbidden, at = before.at }: Change) {
  return {
    text: text === undefined ? before.text : nothingKnown(text === '' ? [] : [text]),
    forbidden: forbidden === undefined ? before.forbidden : nothingKnown(forbidden, findWords),
    at,
  }
}

export const FindReplace = Extension.create({
  name: 'findReplace',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => nothing,
        apply: (tr, before) => {
          const change = tr.getMeta(key) as Change | undefined
          const isIdle = before.text.texts.length === 0 && before.forbidden.texts.length === 0
          if (!change && (!tr.docChanged || isIdle)) return before
          return stateOf(tr.doc, changed(before, change ?? {}))
        },
      },
      props: { decorations: (state) => key.getState(state)?.marks ?? null },
    }),
  ],
})

export const foundIn = (editor: Editor): State => key.getState(editor.state) ?? nothing
const tell = (editor: Editor, change: Change) => editor.view.dispatch(editor.state.tr.setMeta(key, change))

export const markForbidden = (editor: Editor, forbidden: readonly string[]) => tell(editor, { forbidden })

export function find(editor: Editor, text: string): void {
  tell(editor, { text, at: -1 })
  if (text !== '') step(editor, 1)
}

/** Goes to the next or previous place, wrapping around. */
export function step(editor: Editor, by: 1 | -1): void {
  const { found, at } = foundIn(editor)
  goTo(editor, (at + by + found.length) % found.length)
}

function goTo(editor: Editor, at: number): void {
  const place = foundIn(editor).found[at]
  if (!place) return
  const { tr, doc } = editor.state
  editor.view.dispatch(
    tr
      .setMeta(key, { at })
      .setSelection(TextSelection.create(doc, place.from, place.to))
      .scrollIntoView(),
  )
}

/** Replaces the current place and goes to the next one, or replaces all as one undo step. @returns how many */
export function replace(editor: Editor, by: string, all: boolean): number {
  const { found, at } = foundIn(editor)
  const places = all ? found : found.slice(Math.max(0, at), Math.max(0, at) + 1)
  const { tr, schema } = editor.state
  for (const { from, to } of places.toReversed()) {
    const marks = tr.doc
      .resolve(from + 1)
      .marks()
      .filter(({ type }) => type.name !== 'priceFigure')
    if (by === '') tr.delete(from, to)
    else tr.replaceWith(from, to, schema.text(by, marks))
  }
  const [first] = places
  if (!first) return 0
  editor.view.dispatch(closeHistory(tr))
  if (!all) goBehind(editor, first.from + by.length)
  return places.length
}

/** Continues after the inserted text, which may itself contain the search text. */
function goBehind(editor: Editor, end: number): void {
  const { found } = foundIn(editor)
  goTo(
    editor,
    Math.max(
      0,
      found.findIndex(({ from }) => from >= end),
    ),
  )
}

/** Length of the prefix by which a passage is found: an author may have edited what follows. */
const PASSAGE = 30

/** Goes to a quoted passage, found by its first line. @returns whether it still exists */
export function showPassage(editor: Editor, quote: string): boolean {
  const [line = ''] = quote.split('\n')
  find(editor, line.trim().slice(0, PASSAGE))
  return foundIn(editor).found.length > 0
}
