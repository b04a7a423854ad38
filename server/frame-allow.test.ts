import { expect, it } from 'vitest'
import { frameSources, parseFrameAllow } from './frame-allow.ts'

it('§2 reads named addresses, and lets pages embed their origins and nothing else', () => {
  const frames = parseFrameAllow('report=https://bi.example.com/board?id=1, 期货-2=https://bi.example.com:8443/x ,')
  expect(frames).toEqual([
    { name: 'report', address: 'https://bi.example.com/board?id=1' },
    { name: '期货-2', address: 'https://bi.example.com:8443/x' },
  ])
  expect(frameSources(frames)).toEqual(['https://bi.example.com', 'https://bi.example.com:8443'])
  expect(parseFrameAllow('local=http://127.0.0.1:9000/')).toHaveLength(1)
})

it('§2 without a list no other page may be embedded', () => {
  expect(parseFrameAllow()).toEqual([])
  expect(frameSources([])).toEqual([])
})

it.each([
  ['https://bi.example.com', '应为 名称='],
  ['a b=https://bi.example.com', '应为 名称='],
  ['a/b=https://bi.example.com', '应为 名称='],
  ['report=bi.example.com', '应为 名称='],
  ['report=http://bi.example.com', '应以 https:// 开头'],
  ['report=javascript:alert(1)', '应以 https:// 开头'],
  ['report=data:text/html,x', '应以 https:// 开头'],
  ['report=https://me:secret@bi.example.com', '不能带用户名和密码'],
  ['a=https://one.example.com,a=https://two.example.com', '名称不能重复'],
])('§2 refuses %s', (text, why) => {
  expect(() => parseFrameAllow(text)).toThrow(why)
})
