// articles.md "Editor", find and replace: on the editor's state, without a DOM.
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { tableNode } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { extensionsWith } from '#web/kit/rich-text/rich-text-schema.ts'
import { boundNodes } from './bound-nodes.ts'
import { FindReplace, find, foundIn, markForbidden, replace, showPassage, step } from './find-replace.ts'

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks }) as BodyNode
const paragraph = (...content: BodyNode[]): BodyNode => ({ type: 'paragraph', content })
function written(...content: BodyNode[]): Editor {
  const doc = { type: 'doc', content } as never
  const editor = new Editor({
    element: null,
    extensions: [...extensionsWith(''), ...boundNodes, FindReplace],
    content: doc,
  })
  // without a DOM the editor does not load its plugins by itself
  const { plugins } = editor.extensionManager
  editor.view.updateState(editor.state.reconfigure({ plugins }))
  return editor
}
const lines = (editor: Editor) => editor.state.doc.children.map(({ textContent }) => textContent)

const chosen = ({ state: { selection } }: Editor) => [selection.from, selection.to]

const steel = () => written(paragraph(text('钢价涨，钢厂稳')), paragraph(text('Steel 与 STEEL 与钢')))

it('counts every place, in tables and lists too, and steps forwards and backwards, wrapping around', () => {
  const cell = (words: string): BodyNode => ({ type: 'tableCell', content: [paragraph(text(words))] })
  const editor = written(
    paragraph(text('钢价涨，钢厂稳')),
    { type: 'table', content: [{ type: 'tableRow', content: [cell('型钢'), cell('煤')] }] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('钢坯'))] }] },
  )
  find(editor, '钢')
  expect(foundIn(editor)).toMatchObject({ at: 0, found: { length: 4 } })
  expect(chosen(editor)).toEqual([1, 2])
  step(editor, -1)
  expect(foundIn(editor).at).toBe(3)
  step(editor, 1)
  expect(foundIn(editor).at).toBe(0)
  for (const { from, to } of foundIn(editor).found) expect(editor.state.doc.textBetween(from, to)).toBe('钢')
})

it('ignores case, matches across formats, and never across a line break', () => {
  const editor = steel()
  find(editor, 'sTeel')
  expect(foundIn(editor).found).toHaveLength(2)
  const formatted = written(
    paragraph(text('螺'), text('纹', { type: 'bold' }), text('钢'), { type: 'hardBreak' }, text('价')),
  )
  find(formatted, '螺纹钢')
  expect(foundIn(formatted).found).toEqual([{ from: 1, to: 4 }])
  find(formatted, '钢价')
  expect(foundIn(formatted).found).toEqual([])
  const dotted = written(paragraph(text('İ钢')))
  find(dotted, '钢')
  expect(foundIn(dotted).found).toEqual([{ from: 2, to: 3 }])
  find(formatted, '')
  expect(foundIn(formatted).found).toEqual([])
})

it('replaces one and continues after it, even if the new text contains the old one', () => {
  const editor = steel()
  find(editor, '钢')
  expect(replace(editor, '钢材', false)).toBe(1)
  expect(lines(editor)[0]).toBe('钢材价涨，钢厂稳')
  expect(foundIn(editor)).toMatchObject({ at: 1, found: { length: 3 } })
  replace(editor, '钢材', false)
  replace(editor, '钢材', false)
  expect(lines(editor)).toEqual(['钢材价涨，钢材厂稳', 'Steel 与 STEEL 与钢材'])
  // after the last one it wraps around
  expect(foundIn(editor).at).toBe(0)
  replace(editor, '', false)
  expect(lines(editor)[0]).toBe('材价涨，钢材厂稳')
})

it('replaces all as one undo step, keeping each format', () => {
  const editor = written(paragraph(text('钢', { type: 'bold' }), text('价，钢厂')))
  const before = editor.getJSON()
  editor.commands.insertContentAt(6, text('，') as never)
  find(editor, '钢')
  expect(replace(editor, '铁', true)).toBe(2)
  expect(lines(editor)).toEqual(['铁价，铁厂，'])
  expect(editor.state.doc.nodeAt(1)?.marks.map(({ type }) => type.name)).toEqual(['bold'])
  editor.commands.undo()
  expect(lines(editor)).toEqual(['钢价，钢厂，'])
  editor.commands.undo()
  expect(editor.getJSON()).toEqual(before)
  find(editor, '煤')
  expect(replace(editor, '炭', true)).toBe(0)
})

it('handles more places than are marked at once', () => {
  const editor = written(...Array.from({ length: 30 }, () => paragraph(text('钢'.repeat(100)))))
  find(editor, '钢')
  expect(foundIn(editor).found).toHaveLength(3_000)
  step(editor, -1)
  const { found, marks } = foundIn(editor)
  expect(marks.find().length).toBeLessThanOrEqual(2_000)
  expect(marks.find().at(-1)).toMatchObject(found.at(-1) ?? {})
  expect(replace(editor, '铁', true)).toBe(3_000)
  expect(lines(editor).join('')).not.toContain('钢')
})

it('leaves bound blocks alone; replacing a bound figure removes its binding', () => {
  const entry = {
    id: '91',
    publication: '7',
    low: '3800',
    high: '3860',
    average: '3830',
    change: '10',
    percent: '0.30',
  }
  const table = tableNode(
    '2026-11-23',
    [{ code: 'Q000001', name: '螺纹钢', market: '上海', unit: '元/吨', entry }] as never,
    'zh',
  )
  const binding = { code: 'Q000001', part: 'average', day: '2026-11-23', priceId: '91', publication: '7' }
  const editor = written(
    table,
    paragraph(text('均价'), text('3830', { type: 'priceFigure', attrs: binding }), text('，前日 3830')),
  )
  const bound = editor.state.doc.firstChild?.toJSON()
  find(editor, '3830')
  expect(replace(editor, '3840', true)).toBe(2)
  expect(editor.state.doc.firstChild?.toJSON()).toEqual(bound)
  expect(lines(editor)[1]).toBe('均价3840，前日 3840')
  const marks = editor.state.doc.lastChild?.children.flatMap((node) => node.marks.map(({ type }) => type.name))
  expect(marks).toEqual([])
})

it('marks forbidden words while they are in the text, and finds a quoted passage', () => {
  const editor = steel()
  markForbidden(editor, ['钢厂'])
  const marked = () =>
    foundIn(editor)
      .marks.find()
      .map(({ from, to }) => [from, to])
  expect(marked()).toEqual([[5, 7]])
  editor.commands.insertContentAt(1, text('今日') as never)
  expect(marked()).toEqual([[7, 9]])
  expect(showPassage(editor, '钢厂稳\n后一段')).toBe(true)
  expect(chosen(editor)).toEqual([7, 10])
  expect(showPassage(editor, '没有这段')).toBe(false)
})
