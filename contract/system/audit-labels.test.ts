// Words of the audit log: each area's own, by the target of the act.
import { describe, expect, it } from 'vitest'
import { actLabel, actorLabel, fieldLabel, objectLabel } from './audit-labels.ts'
import { areas } from './audit-labels-areas.ts'
import { valueLabel } from './audit-values.ts'

describe('rows.md "The audit log: labels by target"', () => {
  it.each([
    ['message.clear', '发送消息 · 清理内容和地址'],
    ['push.retry', '推送 · 重发失败的'],
    ['reportIssue.receive', '定制报告 · 登记签收'],
    ['meetingInvitation.end', '会议邀请函 · 作废'],
    ['article.withdraw', '资讯 · 撤回'],
    ['contact.return', '企业联系人 · 恢复在职'],
    ['visit.comment', '拜访记录 · 评论'],
    // the same words elsewhere
    ['member.clear', '会员 · 强制下线'],
    ['job.retry', '后台任务 · 重试'],
    ['impersonation.end', '只读查看 · 结束只读查看'],
    ['price.withdraw', '价格 · 撤回提交'],
    ['meetingNews.return', '会议新闻 · 退回'],
    ['article.comment', '资讯 · 添加批注'],
  ])('%s reads %s', (action, words) => expect(actLabel(action)).toBe(words))

  it.each([
    ['quota', 'meetingSignUp', '名额类型'],
    ['quota', 'dataKey', '每日额度'],
    ['deputyId', 'monitoringRule', '替补'],
    ['deputyId', 'quoteItem', '替补分析师'],
    ['text', 'push', '正文'],
    ['code', 'visit', '绑定码'],
    ['code', 'assistant', '编码'],
    // by the titles of their forms
    ['code', 'product', '产品编码'],
    ['name', 'quoteItem', '报价项名称'],
    ['edition', 'meeting', '届次'],
    ['body', 'article', '正文'],
    ['content', 'complaint', '投诉内容'],
    ['amount', 'order', '金额（元）'],
    ['closeReason', 'order', '关闭原因'],
  ])('the field %s of %s reads %s', (field, type, words) => expect(fieldLabel(field, type)).toBe(words))

  it.each(['verbs', 'fields', 'targets'] as const)('no two areas share one of the %s with the same words', (kind) => {
    const said = areas.flatMap((area) => Object.entries(area[kind]).map(([word, label]) => `${word} ${label}`))
    expect(said.filter((each, at) => said.indexOf(each) !== at)).toEqual([])
    const targets = areas.flatMap((area) => Object.keys(area.targets))
    expect(targets.filter((each, at) => targets.indexOf(each) !== at)).toEqual([])
  })

  it('a word that two areas say differently is read at no third target', () => {
    expect(fieldLabel('channel', 'user')).toBe('channel')
    expect(fieldLabel('channel', 'article')).toBe('发布渠道')
  })
})

describe('issue "The audit log speaks in names"', () => {
  it('names a row beside its number, and says what has no row alone', () => {
    const target = { targetType: 'enterprise', targetId: '230', targetName: '沪江贸易' }
    expect(objectLabel(target)).toBe('企业 沪江贸易（230）')
    expect(objectLabel({ ...target, targetName: null })).toBe('企业 230')
    expect(objectLabel({ targetType: 'dataKey', targetId: '', targetName: null })).toBe('数据密钥')
    expect(objectLabel({ targetType: 'signIn', targetId: 'wang', targetName: 'wang' })).toBe('登录 wang')
  })

  it('says who acted by real name and login', () => {
    expect(actorLabel({ actorName: 'hejl', actorRealName: '何俊霖' })).toBe('何俊霖（hejl）')
    expect(actorLabel({ actorName: '系统', actorRealName: null })).toBe('系统')
    expect(actorLabel({ actorName: '', actorRealName: null })).toBe('未登录')
  })

  it.each([
    ['[]', 'tags', 'article', '空'],
    ['{}', 'fields', 'aiCase', '空'],
    ['all', 'mode', 'import', '有错误时整份不导入'],
    ['pool', 'mode', 'user', 'pool'],
    ['draft', 'state', 'article', '草稿'],
    ['trial', 'kind', 'account', '试用'],
    ['bigData', 'subProduct', 'account', '大数据'],
    ['constructor', 'kind', 'account', 'constructor'],
  ])('%j of %s at %s reads %s', (value, field, targetType, words) =>
    expect(valueLabel(value, { field, targetType })).toBe(words),
  )
})
