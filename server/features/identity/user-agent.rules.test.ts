import { expect, test } from 'vitest'
import { describeDevice } from './user-agent.rules.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${windows} Chrome/143.0.0.0 Safari/537.36`, 'Windows 电脑 · Chrome 143'],
  [`${windows} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, 'Windows 电脑 · Edge 143'],
  [`${windows} Chrome/122.0.0.0 Safari/537.36 wxwork/4.1.36 MicroMessenger/7.0.1`, 'Windows 电脑 · 企业微信 4'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux 电脑 · 火狐 140'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
    'Mac 电脑 · Safari 18',
  ],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.54(0x18003633) NetType/WIFI`, 'iPhone · 微信 8'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    '安卓设备 · Chrome 142',
  ],
  ['curl/8.9.1', '未知设备'],
  ['', '未知设备'],
  ['<script>alert(1)</script>', '未知设备'],
])('%s is %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})
