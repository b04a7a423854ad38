// Signatures and addresses of webhooks.
import { beforeAll, describe, expect, it } from 'vitest'
import { readVerification } from '#test/doc-samples.ts'
import { makeSecret, restAfter, signedHeaders, urlFault } from './webhooks.rules.ts'

let verify: Awaited<ReturnType<typeof readVerification>>
beforeAll(async () => {
  verify = await readVerification()
})

const NOW = 1_800_000_000
const at = (seconds: number) => (NOW + seconds) * 1_000

describe('entitlements.md "Webhooks": signatures', () => {
  it('are those of Standard Webhooks', () => {
    // the example of the specification's reference libraries
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}', [secret])
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    expect(verify(headers, '{"test": 2432232314}', secret, 1_614_265_330_000)).toBe(true)
  })

  it('are verified by the sample in the documentation with the old and the new secret, and with no other', () => {
    const [old, renewed, other] = [makeSecret(), makeSecret(), makeSecret()]
    const headers = signedHeaders('msg_1', NOW, '{}', [renewed, old])
    expect([old, renewed, other].map((secret) => verify(headers, '{}', secret, at(0)))).toEqual([true, true, false])
    expect(verify(signedHeaders('msg_1', NOW, '{}', [renewed]), '{}', old, at(0))).toBe(false)
  })

  it('entitlements.md "bad input": a replay after five minutes, and what was altered, is refused by that sample', () => {
    const secret = makeSecret()
    const headers = signedHeaders('msg_1', NOW, '{"a":1}', [secret])
    const ok = (changes: object = {}, body = '{"a":1}', seconds = 0) =>
      verify({ ...headers, ...changes }, body, secret, at(seconds))
    expect([ok(), ok({}, undefined, 299), ok({}, undefined, 301), ok({}, undefined, -301)]).toEqual([
      ...[true, true],
      ...[false, false],
    ])
    expect(ok({ 'webhook-timestamp': String(NOW + 400) }, undefined, 400)).toBe(false)
    expect([ok({}, '{"a":2}'), ok({ 'webhook-id': 'msg_2' }), ok({ 'webhook-signature': undefined })]).toEqual([
      ...[false, false, false],
    ])
    expect(verify({}, '{}', secret, at(0))).toBe(false)
  })
})

describe('entitlements.md "Webhooks": addresses', () => {
  it.each([
    ['https://hooks.example.com/in?a=1', null],
    ['https://hooks.example.com:8443/', null],
    ['http://hooks.example.com/', '推送地址应以 https:// 开头'],
    ['ftp://hooks.example.com/', '推送地址应以 https:// 开头'],
    ['javascript:alert(1)', '推送地址应以 https:// 开头'],
    ['hooks.example.com', '推送地址不正确'],
    ['https://a b.example.com/', '推送地址不正确'],
    ['https://user:word@example.com/', '推送地址不能带用户名和密码'],
    ['https://example.com/#a', '推送地址不能带 #'],
    ['https://10.1.2.3/', '推送地址不能是内网地址'],
    ['https://[::1]/', '推送地址不能是内网地址'],
    ['https://0x7f.1/', '推送地址不能是内网地址'],
    ['https://localhost/', '推送地址不能是内网地址'],
    [`https://example.com/${'a'.repeat(500)}`, '推送地址不正确'],
  ])('%s', (text, fault) => {
    expect(urlFault(text, [])).toBe(fault)
  })

  it('inside are allowed by the configuration, without TLS too', () => {
    expect(urlFault('http://127.0.0.1:9000/in', ['127.0.0.1'])).toBeNull()
    expect(urlFault('http://127.0.0.1:9000/in', ['127.0.0.1:9001'])).not.toBeNull()
  })

  it('rest for 10 s after a failure, twice as long after each further one, ten minutes at most', () => {
    expect([1, 2, 3, 7, 40].map(restAfter)).toEqual([10_000, 20_000, 40_000, 600_000, 600_000])
  })
})
