// Decisions on accounts of members, without the database.
import type { AccountForm, NewAccount } from '#contract/members/accounts.ts'
import { checkGivenPassword, checkMobile } from '#contract/validation.ts'

type Verdicts = Record<string, string | null>

/** Checks the person of a new account; spec §5 for number and password. An empty password is generated. */
export const checkPerson = (form: {
  loginName?: string | undefined
  realName?: string | undefined
  mobile?: string | undefined
  password?: string | undefined
}): Verdicts => ({
  loginName: form.loginName ? null : '请输入登录名',
  realName: form.realName?.trim() ? null : '请输入姓名',
  mobile: checkMobile(form.mobile ?? ''),
  password: form.password ? checkGivenPassword(form.password, form.loginName ?? '') : null,
})

/** An existing member keeps their own name, number and enterprise. */
export function checkNewAccount(form: NewAccount): Verdicts {
  if (form.memberId === undefined) {
    const isChosen = Boolean(form.enterpriseId)
    const isNamed = Boolean(form.enterpriseName?.trim())
    return {
      ...checkPerson(form),
      enterpriseId: isChosen && isNamed ? '选择已有企业或填写新企业，不能同时' : null,
      enterpriseName: isChosen || isNamed ? null : '请选择企业或填写新企业名称',
    }
  }
  const own = [
    'loginName',
    'realName',
    'mobile',
    'email',
    'password',
    'enterpriseId',
    'enterpriseName',
    'ownerId',
  ] as const
  const filled = own.find((name) => form[name] !== undefined)
  return filled ? { [filled]: '为已有会员开通时不能修改其资料' } : {}
}

/** Places of a main account: not fewer than are used, and none for a sub-account. */
export function checkQuota(form: Pick<AccountForm, 'subQuota'>, used: number, isSub: boolean): string | null {
  if (isSub && form.subQuota > 0) return '子账号不能再有子账号'
  return form.subQuota < used ? `已有 ${used} 个子账号，名额不能更少` : null
}

export const noPlace = (quota: number, used: number): string | null =>
  used < quota ? null : quota === 0 ? '主账号没有子账号名额' : `子账号名额已满（${used}/${quota}）`

/** The text that the salesperson sends on. */
export const invitationText = (facts: { product: string; enterprise: string; inviter: string; link: string }): string =>
  `您好！${facts.enterprise}已开通我们的“${facts.product}”服务，诚邀您注册试用：${facts.link}　（邀请人：${facts.inviter}）`
