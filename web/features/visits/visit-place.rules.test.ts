import { expect, it } from 'vitest'
import { placeText } from './visit-place.rules.ts'

const arrival = {
  canChange: true,
  longitude: '120.153576',
  latitude: '30.287459',
  accuracy: 20,
  distance: 1_240,
  placeReason: '在厂外停车场',
  isOff: true,
}
const none = { longitude: null, latitude: null, accuracy: null }

it.each([
  ['', {}, '120.153576, 30.287459 · 精度 20 米 · 距企业 1.2 公里 · 偏离 · 在厂外停车场'],
  [', without one', { ...none, distance: null, isOff: false, placeReason: '厂区无信号' }, '未定位 · 厂区无信号'],
  [
    ' to others',
    { ...none, canChange: false, distance: 80, isOff: false, placeReason: '' },
    '坐标仅拜访人、其上级和管理员可见 · 距企业 80 米',
  ],
])('meetings-visits-sharing.md "others see the distance": a position%s', (_what, changes, text) => {
  expect(placeText({ ...arrival, ...changes })).toBe(text)
})
