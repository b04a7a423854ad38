// Checks of a line of manual entry: decided here, without the database.
import { ALL_PRODUCTS } from '#contract/members/manual-entry.ts'
import { type AccountState, type GrantKind, grantKindLabels, grantKinds } from '#contract/members/members.ts'
import { refusalOf } from '../grants/grants.rules.ts'

/** `原油、汽油；柴油` */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、,，;；\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

export type NamedProduct = { id: string; name: string }

/** The products that a cell names, or its problem. */
export function productLookup(
  products: readonly NamedProduct[],
): (text: string) => { ids: string[] } | { problem: string } {
  const byName = Map.groupBy(products, ({ name }) => name)
  const all = products.map(({ id }) => id)
  return (text) => {
    const names = namesIn(text)
    if (names.includes(ALL_PRODUCTS)) {
      return names.length === 1 ? { ids: all } : { problem: `填写“${ALL_PRODUCTS}”时不能再写产品名称` }
    }
    const unknown = names.filter((name) => !byName.has(name))
    if (unknown.length > 0) return { problem: `产品“${unknown.slice(0, 3).join('、')}”不存在或已隐藏` }
    const unclear = names.find((name) => (byName.get(name)?.length ?? 0) > 1)
    if (unclear !== undefined) return { problem: `有多个名为“${unclear}”的产品，请改用逐个录入` }
    return names.length > 0
      ? { ids: names.flatMap((name) => byName.get(name)?.[0]?.id ?? []) }
      : { problem: '请填写产品' }
  }
}

export const kindOf = (word: string): GrantKind | undefined => grantKinds.find((kind) => grantKindLabels[kind] === word)

export type Line = { enterprise: string; realName: string; mobile: string; loginName: string }
export type LineKey = keyof Line
type Known = {
  enterprise: { id: string; ownerId: string | null; isInScope: boolean } | undefined
  byLogin:
    | {
        enterpriseId: string
        mobile: string
        isInScope: boolean
        accountId: string | null
        status: AccountState | null
        locked: boolean
        mainId: string | null
      }
    | undefined
  byMobile: { loginName: string } | undefined
}

/** Conflicts of a line with stored data, by field. */
export function conflictOf(line: Line, { enterprise, byLogin, byMobile }: Known): Partial<Record<LineKey, string>> {
  if (byLogin && !byLogin.isInScope) return { loginName: '登录名已被其他会员使用' }
  if (byLogin) {
    const refusal = refusalOf({ status: byLogin.status ?? 'enabled', locked: byLogin.locked })
    // places are counted where sub-accounts are opened
    const isNewBelow = byLogin.mainId !== null && byLogin.accountId === null
    return {
      ...(isNewBelow && { loginName: '该会员是子账号，请在子账号管理中开通' }),
      ...(refusal && { loginName: refusal }),
      ...(byLogin.enterpriseId !== enterprise?.id && { enterprise: '与该登录名已有会员的企业不一致' }),
      ...(byLogin.mobile !== line.mobile && { mobile: '与该登录名已有会员的手机号码不一致' }),
    }
  }
  return {
    ...(byMobile && { mobile: '手机号码已被其他会员使用' }),
    ...(enterprise &&
      !enterprise.isInScope && {
        enterprise: enterprise.ownerId ? '该企业已有其他归属人，请联系管理员' : '该企业已存在，不在您的权限范围内',
      }),
  }
}
