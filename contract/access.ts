// Who may make a call, said as data, so that the server enforces it, the page asks it and the API document prints it.

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

export type Access =
  | { kind: 'anonymous' | 'signedIn' | 'administrator' }
  | Right
  | { kind: 'anyOf'; of: readonly Right[] }

export const anonymous = { kind: 'anonymous' } as const
export const signedIn = { kind: 'signedIn' } as const
/** The role code administrator alone: no button grants it. */
export const administrator = { kind: 'administrator' } as const
export const can = (menu: string, alias: Alias) => ({ kind: 'can', menu, alias }) as const satisfies Access
export const anyOf = (...of: readonly Right[]) => ({ kind: 'anyOf', of }) as const satisfies Access

/** What one person holds: `administrator` passes every check (spec §6), others hold `menu:alias` pairs. */
export type Holdings = { isAdministrator: boolean; rights: ReadonlySet<string> }

export const rightKey = (menu: string, alias: string) => `${menu}:${alias}`

function holds({ isAdministrator, rights }: Holdings, { menu, alias }: Right): boolean {
  return isAdministrator || rights.has(rightKey(menu, alias)) || rights.has(rightKey(menu, 'dateEdit'))
}

/** The one decision on buttons and calls (spec §6), asked by the server before a call and by the page before a button. */
export function isAllowed(access: Access, holdings: Holdings): boolean {
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
  }
}

/** `userList:view`, `userList:view | role:view`, `signedIn`: for the inventory and the API document. */
export function describeAccess(access: Access): string {
  if (access.kind === 'can') return rightKey(access.menu, access.alias)
  if (access.kind === 'anyOf') return access.of.map((right) => rightKey(right.menu, right.alias)).join(' | ')
  return access.kind
}
