// Finding and replacing in a text, and words that may not stand in it: marked by decorations, never in the text itself.
import { Extension } from '@tiptap/core'
import type { Node as Doc } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { Editor } from '@tiptap/react'

export type Found = { from: number; to: number }
type State = { text: Known; forbidden: Known; at: number; found: readonly Found[]; marks: DecorationSet }
type Change = { text?: string; forbidden?: readonly string[]; at?: number }

const key = new PluginKey<State>('findReplace')
const FOUND_MAX = 2_000

/** Of a paragraph, from its own start. */
function placesIn(node: Doc, texts: readonly string[]): Found[] {
  const own = node.textBetween(0, node.content.size, undefined, '\ufffc').toLowerCase()
  return texts.flatMap((text) => {
    const found: Found[] = []
    const wanted = text.toLowerCase()
    if (wanted === '') return found
    for (let from = own.indexOf(wanted); from >= 0; from = own.indexOf(wanted, from + wanted.length)) {
      found.push({ from, to: from + wanted.length })
    }
    return found
  })
}

/** Per paragraph: the editor keeps those in which nobody writes. */
type Known = { texts: readonly string[]; found: WeakMap<Doc, Found[]> }
const nothingKnown = (texts: readonly string[]): Known => ({ texts, found: new WeakMap() })

/** Every place of the texts, letters of either case; a match does not span blocks, nor what is no text. */
function placesOf(doc: Doc, { texts, found: known }: Known): Found[] {
  const found: Found[] = []
  if (texts.length === 0) return found
  doc.descendants((node, at) => {
    if (!node.isTextblock || found.length >= FOUND_MAX) return !node.isTextblock
    const own = known.get(node) ?? placesIn(node, texts)
    known.set(node, own)
    found.push(...own.map(({ from, to }) => ({ from: at + 1 + from, to: at + 1 + to })))
    return false
  })
  return found
}

function stateOf(doc: Doc, { text, forbidden, at }: Pick<State, 'text' | 'forbidden' | 'at'>): State {
  const found = placesOf(doc, text)
  const marks = [
    ...placesOf(doc, forbidden).map(({ from, to }) => Decoration.inline(from, to, { class: 'is-forbidden' })),
    ...found.map(({ from, to }, i) =>
      Decoration.inline(from, to, { class: i === at ? 'is-found is-here' : 'is-found' }),
    ),
  ]
  return { text, forbidden, at, found, marks: DecorationSet.create(doc, marks) }
}

const nobody = nothingKnown([])
const nothing: State = { text: nobody, forbidden: nobody, at: -1, found: [], marks: DecorationSet.empty }

function changed(before: State, { text, forbidden, at = before.at }: Change) {
  return {
    text: text === undefined ? before.text : nothingKnown(text === '' ? [] : [text]),
    forbidden: forbidden === undefined ? before.forbidden : nothingKnown(forbidden),
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

/** To the next one, or the one before, and round. */
export function step(editor: Editor, by: 1 | -1): void {
  const { found, at } = foundIn(editor)
  if (found.length === 0) return
  const next = (at + by + found.length) % found.length
  const place = found[next]
  if (!place) return
  const { tr, doc } = editor.state
  editor.view.dispatch(
    tr
      .setMeta(key, { at: next })
      .setSelection(TextSelection.create(doc, place.from, place.to))
      .scrollIntoView(),
  )
}

/** The one in view, or all of them as one step of undo. @returns how many */
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
  if (places.length > 0) editor.view.dispatch(tr)
  return places.length
}
