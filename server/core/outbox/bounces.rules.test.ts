// Bounce addresses, and the content of bounce reports.
import { describe, expect, it } from 'vitest'
import { bounceReport } from '#test/mail-server.ts'
import { bounceAddress, isMailboxGone, messageOfBounce, readReport } from './bounces.rules.ts'

const box = { address: 'bounce@example.com', key: 'a key' }

describe('pushes.md: an envelope sender per message', () => {
  it('is parsed regardless of case', () => {
    const address = bounceAddress(box, '17')
    expect(address).toMatch(/^bounce\+17\.[0-9a-f]{12}@example\.com$/)
    expect(messageOfBounce(box, address)).toBe('17')
    expect(messageOfBounce(box, address.toUpperCase())).toBe('17')
    expect(bounceAddress(box, '9223372036854775807').split('@')[0]?.length).toBeLessThanOrEqual(64)
  })

  it('cannot be forged', () => {
    const address = bounceAddress(box, '17')
    const others = [
      ...['bounce@example.com', 'bounce+17@example.com', 'bounce+17.000000000000@example.com', ''],
      ...[address.replace('+17', '+18'), address.replace('example.com', 'example.org'), address.replace('bounce', 'x')],
    ]
    for (const other of others) expect(messageOfBounce(box, other)).toBeNull()
    expect(messageOfBounce({ ...box, key: 'another' }, address)).toBeNull()
  })
})

describe('pushes.md: a report of a mail server', () => {
  it('reports a permanent failure, over folded lines', () => {
    const raw = bounceReport({ status: '5.1.1', diagnostic: '550 5.1.1 <a@example.com>:\r\n User unknown' })
    expect(readReport(raw)).toEqual({
      isFailed: true,
      status: '5.1.1',
      reason: '5.1.1 550 5.1.1 <a@example.com>: User unknown',
    })
  })

  it.each([
    ['a delay', bounceReport({ action: 'delayed', status: '4.4.1', diagnostic: 'timed out' })],
    ['a failure that is none for good', bounceReport({ status: '4.2.2', diagnostic: '452 mailbox full' })],
    ['that it was delivered', bounceReport({ action: 'delivered', status: '2.0.0', diagnostic: 'ok' })],
  ])('is no failure: %s', (_, raw) => expect(readReport(raw)?.isFailed).toBe(false))

  it.each([
    ['an automatic answer', 'Subject: 休假\r\nContent-Type: text/plain\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
    ['a report without its part', 'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nStatus: 5.1.1'],
    ['nothing', ''],
  ])('is none: %s', (_, raw) => expect(readReport(raw)).toBeNull())
})

describe('pushes.md: a mailbox is gone', () => {
  it.each([
    ['550 5.1.1 no such user', true],
    ['5.1.10 null MX', true],
    ['550 5.2.1 mailbox disabled', true],
    // listmonk#2623: a 550 without more is one
    ['550 no such user', true],
    ['5.0.0 550 unknown', true],
    ['552 5.2.2 mailbox full', false],
    ['550 5.7.1 blocked as spam', false],
    ['550 5.1.8 sender rejected', false],
    ['554 transaction failed', false],
    ['5.0.0 system error', false],
    ['', false],
  ])('%j: %s', (reason, expected) => expect(isMailboxGone(reason)).toBe(expected))
})
