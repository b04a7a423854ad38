// What a scan means at a door.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { clockOffset, codeOf, hashOf, headsOf, isForLater, judge, latestOnly } from './rules.ts'

const code = '7Kp3Xv9Qm2Rt8YbN'
const hash = createHash('sha256').update(code).digest('base64url').slice(0, 11)

it('meetings-visits-sharing.md "a scanner dead after a foreign code": only codes of heads are codes', () => {
  for (const text of [code, ` ${code}\n`, '7Kp3 Xv9Q m2Rt 8YbN', `https://console.example/t/${code}?a=1`])
    expect(codeOf(text), text).toBe(code)
  for (const text of ['', 'https://example.com', 'WIFI:S:a;;', '6901234567892', `${code}a`, '0KpIXv9Qm2Rt8YbN'])
    expect(codeOf(text), text).toBeUndefined()
})

it('meetings-visits-sharing.md "snapshot of code hashes, names, states": the phone and the server hash alike', async () => {
  expect(await hashOf(code)).toBe(hash)
  const heads = headsOf(`${hash}\t张三\t1\t\nAAAAAAAAAAA\t李四\t0\t\nBBBBBBBBBBB\t王五\t1\t2026-06-18T01:02:03Z`)
  expect(judge(heads.get(hash), undefined)).toEqual({ outcome: 'in', name: '张三', at: null })
  expect(judge(heads.get(hash), 5)).toEqual({ outcome: 'again', name: '张三', at: 5 })
  expect(judge(heads.get('AAAAAAAAAAA'), undefined)).toEqual({ outcome: 'refused', name: '李四', at: null })
  const again = { outcome: 'again', name: '王五', at: Date.parse('2026-06-18T01:02:03Z') }
  expect(judge(heads.get('BBBBBBBBBBB'), undefined)).toEqual(again)
  expect(judge(undefined, undefined)).toMatchObject({ outcome: 'unknown' })
})

it('meetings-visits-sharing.md "ends with the list": an ended link is no lost network, a busy server is like one', () => {
  for (const key of ['tooMany', 'failed', 'overloaded'] as const) expect(isForLater(errors[key].code), key).toBe(true)
  for (const key of ['notFound', 'conflict', 'forbidden', 'signedOut', 'stale'] as const)
    expect(isForLater(errors[key].code), key).toBe(false)
})

it('meetings-visits-sharing.md "a phone an hour off": scans carry the corrected moment', () => {
  const server = Date.parse('2026-06-18T01:00:00.000Z')
  const phone = server - 3_600_000
  const offset = clockOffset(new Date(server).toISOString(), phone - 200, phone + 200)
  expect(offset).toBe(3_600_000)
  expect(phone + 60_000 + offset).toBe(server + 60_000)
})

it('meetings-visits-sharing.md "a full-screen result": a late answer does not replace that of the latest scan', () => {
  const shown: string[] = []
  const begin = latestOnly<string>((result) => shown.push(result))
  const first = begin()
  first('甲 可以入场')
  const second = begin()
  second('乙 可以入场')
  first('甲 签到成功')
  second('乙 签到成功')
  expect(shown).toEqual(['甲 可以入场', '乙 可以入场', '乙 签到成功'])
})
