// Content is inserted at the cursor and never replaces a selected block.
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { tableNode } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { extensionsWith } from '#web/kit/rich-text/rich-text-schema.ts'
import { boundNodes } from './bound-nodes.ts'
import { insertBehind } from './insert-behind.ts'

const DAY = '2026-11-23'
const entry = { id: '91', publication: '7', low: '3800', high: '3860', average: '3830', change: '10', percent: '0.30' }
const tableOf = (code: string) =>
  tableNode(DAY, [{ code, name: '螺纹钢', market: '上海', unit: '元/吨', entry }] as never, 'zh')
const text = (words: string): BodyNode => ({ type: 'text', text: words })

const written = (...content: BodyNode[]) =>
  new Editor({
    element: null,
    extensions: [...extensionsWith(''), ...boundNodes],
    content: { type: 'doc', content } as never,
  })
const typesOf = (editor: Editor) => editor.state.doc.children.map(({ type }) => type.name)
const type = (editor: Editor, words: string) => editor.commands.insertContent({ type: 'text', text: words })

it('inserts a table at the cursor and continues below it', () => {
  const editor = written({ type: 'paragraph', content: [text('今日价格')] })
  editor.commands.setTextSelection(5)
  insertBehind(editor, [tableOf('Q000001')])
  type(editor, '成交一般')
  expect(typesOf(editor)).toEqual(['paragraph', 'priceTable', 'paragraph'])
  expect(editor.state.doc.lastChild?.textContent).toBe('成交一般')
})

it('keeps a selected block and inserts after it', () => {
  const editor = written(tableOf('Q000001'), { type: 'paragraph', content: [text('成交一般')] })
  editor.commands.setNodeSelection(0)
  insertBehind(editor, [tableOf('Q000002')])
  expect(typesOf(editor)).toEqual(['priceTable', 'priceTable', 'paragraph'])
  editor.commands.setNodeSelection(0)
  insertBehind(editor, [text('3830')])
  expect(typesOf(editor)).toEqual(['priceTable', 'paragraph', 'priceTable', 'paragraph'])
})

it('replaces selected text', () => {
  const editor = written({ type: 'paragraph', content: [text('均价若干元')] })
  editor.commands.setTextSelection({ from: 3, to: 5 })
  insertBehind(editor, [text('3830')])
  expect(editor.state.doc.textContent).toBe('均价3830元')
})
