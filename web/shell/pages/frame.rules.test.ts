import { expect, test } from 'vitest'
import { frameOf } from './frame.rules.ts'

const allowed = [
  { name: 'report', address: 'https://bi.example.com/board?id=1' },
  { name: '地图', address: 'https://map.example.com/' },
]

test('§2 /myiframe opens an entry by its name', () => {
  expect(frameOf(allowed, 'report')).toEqual(allowed[0])
  expect(frameOf(allowed, '地图')).toEqual(allowed[1])
})

test('§2 /myiframe opens an address below an entry', () => {
  expect(frameOf(allowed, 'https://bi.example.com/board')?.name).toBe('report')
  expect(frameOf(allowed, 'https://bi.example.com/board/7?x=1')?.address).toBe('https://bi.example.com/board/7?x=1')
  expect(frameOf(allowed, 'https://MAP.example.com/any/where')?.address).toBe('https://map.example.com/any/where')
})

test.each([
  'nothing',
  '',
  'Report',
  'https://bi.example.com/boards',
  'https://bi.example.com/board/../admin',
  'https://bi.example.com:8443/board',
  'http://bi.example.com/board',
  'https://bi.example.com.evil.test/board',
  'https://bi.example.com@evil.test/board',
  'https://me@bi.example.com/board',
  '//bi.example.com/board',
  '\\\\bi.example.com/board',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://bi.example.com/board',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://bi.example.com/board',
  'file:///etc/passwd',
  'about:blank',
  '__proto__',
])('§2 /myiframe refuses %j', (routerPath) => {
  expect(frameOf(allowed, routerPath)).toBeNull()
})
