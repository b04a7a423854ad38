// What short messages say, and how providers count them.
import { describe, expect, it } from 'vitest'
import { fillSms, providerTemplate, smsParts, verdictOnSms, wholeSms } from './sms-text.ts'

const ofLength = (length: number) => '字'.repeat(length)

describe('short messages', () => {
  it('articles.md are counted as providers do: 70 are one part, beyond that 67 are', () => {
    expect([1, 70, 71, 134, 135, 201, 202].map((length) => smsParts(ofLength(length)))).toEqual([1, 1, 2, 2, 3, 3, 4])
    // a sign beyond the basic plane is two
    expect(smsParts(`${ofLength(69)}𬭎`)).toBe(2)
  })

  it('articles.md carry the sign, and advertising the way to opt out', () => {
    const message = { sign: '价格中心', text: '热卷{{价格1}}', isAdvert: false }
    expect(wholeSms(message)).toBe('【价格中心】热卷{{价格1}}')
    expect(wholeSms({ ...message, isAdvert: true })).toBe('【价格中心】热卷{{价格1}}，拒收请回复R')
    expect(wholeSms({ ...message, text: '敬请光临。', isAdvert: true })).toBe('【价格中心】敬请光临，拒收请回复R')
  })

  it('give the template for the provider, each field once', () => {
    const message = { text: '{{姓名}}：{{品名1}}{{价格1}}，{{姓名}}请查收', isAdvert: false }
    expect(providerTemplate(message, 'aliyun')).toBe(`\${p1}：\${p2}\${p3}，\${p1}请查收`)
    expect(providerTemplate(message, 'tencent')).toBe('{1}：{2}{3}，{1}请查收')
  })

  it('a value that looks like a field stays plain text', () => {
    expect(fillSms('{{姓名}}', () => '{{价格1}}')).toBe('{{价格1}}')
  })

  it.each([
    ['{{密码}}', 1, '没有字段“{{密码}}”'],
    ['{{价格2}}', 1, '没有字段“{{价格2}}”'],
    ['{{价格1', 1, '字段没有写完整'],
    ['第一行\n第二行', 0, '短信不能换行'],
    ['【别家】降价', 0, '【】只用于签名'],
    ['降价，回复T退订', 0, '退订说明由系统'],
    [ofLength(500), 0, '不能超过 500 字'],
  ])('pushes.md refuses %s', (text, items, why) => {
    expect(verdictOnSms({ sign: '价格中心', text, isAdvert: false }, items)).toContain(why)
  })

  it('accepts valid texts', () => {
    expect(verdictOnSms({ sign: '价格中心', text: '{{日期}}{{品名1}}{{价格1}}元', isAdvert: true }, 1)).toBeNull()
  })
})
