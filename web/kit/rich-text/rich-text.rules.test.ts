// Word count and link addresses.
import { expect, it } from 'vitest'
import { countWords } from '#contract/rich-text.ts'
import { linkAddress } from './rich-text.rules.ts'

it.each([
  ['', 0],
  ['价格上涨，涨幅 3.5%。', 7],
  ['LLDPE 7042 报 8,450 元/吨', 6],
  ["it's a well-known e.g.", 4],
  ['，。！\n ', 0],
])('%j has %d words', (text, count) => {
  expect(countWords(text)).toBe(count)
})

it.each([
  ['example.com/a', 'https://example.com/a'],
  ['localhost:8080', 'https://localhost:8080/'],
  [' http://example.com ', 'http://example.com/'],
  ['ftp://files.example.com/a', 'ftp://files.example.com/a'],
  ['http:/example.com', null],
  ['li@example.com', 'mailto:li@example.com'],
  ['tel:0531-123', 'tel:0531-123'],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['data:text/html,x', null],
  ['', null],
  ['http://', null],
])('§9 %j is the link %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
