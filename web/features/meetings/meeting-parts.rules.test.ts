// What a comparison of two versions of a meeting shows.
import { describe, expect, it } from 'vitest'
import { agendaText, contactsText, hasText, htmlText, questionsText, quotasText } from './meeting-parts.rules.ts'

describe('§9 two people change one meeting', () => {
  it('shows whatever may differ of quotas, questions, sessions and contacts', () => {
    const quota = { id: '1', name: '嘉宾', seats: 20 }
    expect(quotasText([{ ...quota, isOpen: true }])).toBe('嘉宾 20')
    expect(quotasText([{ ...quota, isOpen: false }])).toBe('嘉宾 20（来宾不可选）')
    const question = { key: 'q1', label: '住宿', options: [] }
    expect(questionsText([{ ...question, kind: 'yesNo', isRequired: true }])).toBe('住宿（是否，必填）')
    expect(questionsText([{ ...question, kind: 'choice', isRequired: false, options: ['单间', '双人间'] }])).toBe(
      '住宿（单间/双人间）',
    )
    expect(questionsText([])).toBe('—')
    const session = { day: '2027-03-01', from: '09:00', to: '09:30', hall: '', title: '开幕', speaker: '', company: '' }
    expect(agendaText([session, { ...session, hall: '一号厅', speaker: '王', company: '某厂' }])).toBe(
      '2027-03-01 09:00–09:30 开幕；2027-03-01 09:00–09:30 一号厅 开幕 （王 某厂）',
    )
    expect(contactsText([{ name: '李', mobile: '13900000000', email: '' }])).toBe('李 13900000000')
  })
  it('shows what is read of the body, not that it has changed', () => {
    expect(htmlText('<h2>议题</h2><p>煤焦&nbsp;<strong>A&amp;B</strong> &lt;上&gt;</p><img src="/f/3" alt="">')).toBe(
      '议题 煤焦 A&B <上> [图片]',
    )
    expect([htmlText(''), htmlText('<p></p>')]).toEqual(['—', '—'])
    expect(['', '<p>&nbsp;</p>', '<p>一</p>', '<p><img src="/f/3" alt=""></p>'].map(hasText)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})
