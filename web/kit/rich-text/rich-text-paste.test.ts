// Rules of pasting that need no document; whole fixtures are pasted in e2e/kit/pasted-texts.spec.ts.
import { expect, it } from 'vitest'
import { houseColour, lettersOf, lostLetters, reviewLeftOut } from './rich-text-paste.ts'

it.each([
  ['red', 'red'],
  ['#C00000', 'red'],
  ['rgb(216, 57, 49)', 'red'],
  ['#f80', 'orange'],
  ['rgba(46, 161, 33, 1)', 'green'],
  ['#4472C4', 'blue'],
  ['rgb(112, 48, 160)', 'purple'],
  ['#7f7f7f', 'grey'],
  ['black', null],
  ['windowtext', null],
  ['#333333', null],
  ['rgb(31, 35, 41)', null],
  ['white', null],
  ['url(x)', null],
])('articles.md "Editor": the colour %s becomes %s of the house', (css, colour) => {
  expect(houseColour(css)).toBe(colour)
})

it('articles.md "Editor": text that is lost is found, and white space and soft hyphens are none', () => {
  expect(lettersOf('涨\u00a020\u00ad 元\n/吨\ue0003\ue001')).toBe('涨20元/吨')
  expect(lostLetters('沙河市场均价3830元', '沙河市场均价3830元')).toBe('')
  expect(lostLetters('沙河市场均价3830元', '沙河均价元')).toBe('市场3830')
})

it('articles.md "Editor": comments and deletions of Word are said', () => {
  const deleted = '<del><span class=msoDel>上调三十</span></del>'
  expect(
    reviewLeftOut(
      `<p>${deleted}上调</p><div style='mso-element:comment-list'><div style='mso-element:comment'>问</div></div>`,
    ),
  ).toBe('批注 1 条、修订中已删除的文字 1 处')
  expect(reviewLeftOut('<p>上调</p>')).toBe('')
})
