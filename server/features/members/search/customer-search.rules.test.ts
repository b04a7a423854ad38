import { describe, expect, it } from 'vitest'
import { ranked, wantedOf } from './customer-search.rules.ts'

describe('wantedOf', () => {
  it.each([
    ['华泰', { words: '% 华  泰 %', spelling: null }],
    ['A股', { words: '%a 股 %', spelling: null }],
    ['ht', { words: '% ht%', spelling: '% ht%' }],
    ["hua'tai", { words: "%hua'tai%", spelling: '%huatai%' }],
    ['Hua Tai', { words: '%hua tai%', spelling: '%huatai%' }],
    ['1380', { words: '%1380%', spelling: null }],
    ['a_b%', { words: '%a\\_b\\%%', spelling: '%a\\_b\\%%' }],
    ['li_w', { words: '%li\\_w%', spelling: '%li\\_w%' }],
  ])('looks for %s', (typed, wanted) => {
    expect(wantedOf(typed)).toEqual(wanted)
  })

  it.each(['', ' ', 'a', '华', '13', '%_', ' 华 ', "a'"])('finds nothing by “%s”: too short', (typed) => {
    expect(wantedOf(typed)).toBeNull()
  })
})

it('ranks names that begin with the text first, then those that contain it, then matches by pinyin', () => {
  const row = (name: string, spelling: string, ...others: string[]) => ({ name, others, spelling })
  const rows = [
    row('回天公司', ' htgs huitiangongsi'),
    row('新HT公司', ' xhtgs xinhtgongsi'),
    row('HT', ' ht ht'),
    row('王敏', ' wm wangmin', 'ht.wang'),
    row('上海通', ' sht shanghaitong'),
  ]
  expect(ranked(rows, 'ht', 4).map(({ name }) => name)).toEqual(['HT', '王敏', '新HT公司', '回天公司'])
})
