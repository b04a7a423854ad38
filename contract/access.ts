// Who may make a call, as data: the server enforces it, the page checks it and the API document prints it.
import type { SubProductKey, SubProductPage } from './sub-products.ts'

/** Button aliases of spec §6, and `view`: a page's own right. `dateEdit` on a menu passes every alias of that menu. */
export const aliases = [
  'view',
  'add',
  'edit',
  'delete',
  'disable',
  'open',
  'leadingIn',
  'closingLeadingIn',
  'share',
  'details',
  'count',
  'update',
  'stopUpdate',
  'exportBtn',
  'batchEmpower',
  'dragSort',
  'lock',
  'unLock',
  'verify',
  'cancelVerify',
  'empower',
  'setPassword',
  'userLog',
  'userAccessLog',
  'serviceRecords',
  'invite',
  'clear',
  'reAllocation',
  'association',
  'presale',
  'forSale',
  'setMap',
  'changeAmount',
  'closeDingDan',
  'changeSalesman',
  'dinnerRegister',
  'pass',
  'overrule',
  'examine',
  'summaryAI',
  'hintTextAI',
  'batchAdd',
  'batchEdit',
  'copy',
  'move',
  'unbinding',
  'affiliatedAccount',
  'emailPushReport',
  'generateAIAccount',
  'memberBelong',
  'launch',
  'takeDown',
  'setRole',
  'revokeBatchEmpower',
  'dateEdit',
] as const

export type Alias = (typeof aliases)[number]

/** A right on one page: the menu's stable code (`userList`) and the button's alias. */
export type Right = { kind: 'can'; menu: string; alias: Alias }

/**
 * A right on one page of whichever sub-product the call concerns. `from` says where that sub-product is read:
 * - `request`: the field `subProduct` of the input, for a list, which filters by that same value;
 * - `row`: the stored row that the call acts on, found by the server: what a request claims is no proof.
 */
export type RightOnSubProduct = {
  kind: 'canOn'
  from: 'request' | 'row'
  page: SubProductPage
  alias: Alias
  /** The page's menu in each sub-product that has it. */
  menus: Readonly<Partial<Record<SubProductKey, string>>>
}

/** Scopes of an API key. */
export const apiScopes = [
  'registrations',
  'accountLogs',
  'orders',
  'dataCalls',
  'members',
  'bringPrices',
  'bringSem',
  'readPrices',
  'readArticles',
  'ai',
  'meetings',
  'meetingSignUps',
  'entitlements',
  'memberSignIn',
  'aiSessions',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** Scopes whose keys act for one sub-product and see its accounts alone. */
export const subProductScopes = ['entitlements', 'memberSignIn', 'aiSessions'] as const satisfies readonly ApiScope[]
export type SubProductScope = (typeof subProductScopes)[number]
export const isOfSubProduct = (scope: ApiScope): scope is SubProductScope =>
  subProductScopes.some((each) => each === scope)

export type Access =
  | { kind: 'anonymous' | 'signedIn' | 'administrator' }
  | Right
  | { kind: 'anyOf'; of: readonly Right[] }
  | RightOnSubProduct
  | { kind: 'apiKey'; scope: ApiScope }

export const anonymous = { kind: 'anonymous' } as const
export const signedIn = { kind: 'signedIn' } as const
/** The role code administrator alone: no button grants it. */
export const administrator = { kind: 'administrator' } as const
export const can = (menu: string, alias: Alias) => ({ kind: 'can', menu, alias }) as const satisfies Access
export const anyOf = (...of: readonly Right[]) => ({ kind: 'anyOf', of }) as const satisfies Access
/** Only an API key with that scope; no person, not even an administrator. */
export const apiKey = <const S extends ApiScope>(scope: S): { kind: 'apiKey'; scope: S } => ({ kind: 'apiKey', scope })

/** What one person holds: `administrator` passes every check (spec §6), others hold `menu:alias` pairs. */
export type Holdings = { isAdministrator: boolean; rights: ReadonlySet<string> }

export const rightKey = <A extends string>(menu: string, alias: A) => `${menu}:${alias}` as const

function holds({ isAdministrator, rights }: Holdings, { menu, alias }: Right): boolean {
  return isAdministrator || rights.has(rightKey(menu, alias)) || rights.has(rightKey(menu, 'dateEdit'))
}

/** Without `on`: whether the right is held on any sub-product. */
function holdsOn(holdings: Holdings, { menus, alias }: RightOnSubProduct, on: SubProductKey | undefined): boolean {
  const candidates = on === undefined ? Object.values(menus) : [menus[on]]
  return candidates.some((menu) => menu !== undefined && holds(holdings, { kind: 'can', menu, alias }))
}

/**
 * The one decision on buttons and calls (spec §6): the server checks it before a call, the page before showing a
 * button.
 * @param on the sub-product for a `canOn`
 */
export function isAllowed(access: Access, holdings: Holdings, on?: SubProductKey): boolean {
  switch (access.kind) {
    case 'anonymous':
    case 'signedIn':
      return true
    case 'administrator':
      return holdings.isAdministrator
    case 'can':
      return holds(holdings, access)
    case 'anyOf':
      return access.of.some((right) => holds(holdings, right))
    case 'canOn':
      return holdsOn(holdings, access, on)
    case 'apiKey':
      return false
  }
}

/**
 * `userList:view`, `userList:view | role:view`, `*.accounts:view`, `apiKey registrations`, `signedIn`: for the
 * inventory and the API document.
 */
export function describeAccess(access: Access): string {
  if (access.kind === 'can') return rightKey(access.menu, access.alias)
  if (access.kind === 'anyOf') return access.of.map((right) => rightKey(right.menu, right.alias)).join(' | ')
  if (access.kind === 'canOn') return `*.${rightKey(access.page, access.alias)}`
  if (access.kind === 'apiKey') return `apiKey ${access.scope}`
  return access.kind
}

/** Every `menu:alias` that may admit to a call, for the inventory. */
export function asksOf(access: Access): `${string}:${Alias}`[] {
  if (access.kind === 'can') return [rightKey(access.menu, access.alias)]
  if (access.kind === 'anyOf') return access.of.map(({ menu, alias }) => rightKey(menu, alias))
  if (access.kind === 'canOn') return Object.values(access.menus).map((menu) => rightKey(menu, access.alias))
  return []
}
