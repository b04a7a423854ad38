// The follow-up boards of the home page: accounts that need attention, why, and whether somebody has handled them.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Fields, Id, Nullable, OneOf, Text } from '#contract/fields.ts'
import { PAGE_SIZE_MAX, PAGING_REACH } from '#contract/limits.ts'
import { NextGrant } from '#contract/members/members.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import type { BoardType } from './home.ts'

/** Which sub-products a board counts: product.md "board 1 counts bigData and bigDataChinese". */
export const boardSubProducts: Readonly<Record<BoardType, readonly SubProductKey[]>> = {
  1: ['bigData', 'bigDataChinese'],
  2: ['officialWebsite'],
  4: ['app'],
}

/** An account is new, has run out, or is silent for so many days. */
export const NEW_DAYS = 7
export const EXPIRED_DAYS = 30
export const SILENT_DAYS = 30
/** Nearer ends within the person's own number of days. */
export const NEAR_DAYS = { expiring15: 15, expiring7: 7 } as const

/**
 * Why an account is on a board. `expiring`: within the person's own number of days; the two others are parts of it.
 */
export const boardKinds = ['new', 'expiring', 'expiring15', 'expiring7', 'expired', 'silent'] as const
export type BoardKind = (typeof boardKinds)[number]

const BoardCount = Type.Object({
  kind: OneOf('原因', boardKinds),
  total: Type.Integer(),
  open: Type.Integer({ description: 'nobody has looked after them yet' }),
})
export type BoardCount = Static<typeof BoardCount>

const BoardHint = Type.Object({
  days: Type.Integer({ description: 'from how many days before its end an account stands here' }),
  total: Type.Integer({ description: 'accounts, each counted once however many reasons it has' }),
  open: Type.Integer(),
  counts: Type.Array(BoardCount),
})
export type BoardHint = Static<typeof BoardHint>

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const BoardRow = Type.Object({
  id: Type.String({ description: 'of the account' }),
  subProduct: OneOf('子产品', keys),
  loginName: Type.String(),
  realName: Type.String(),
  mobile: Type.String(),
  enterprise: Type.String(),
  ownerName: Type.String({ description: 'empty: nobody’s' }),
  openedAt: Type.String(),
  lastSeenAt: Nullable(Type.String()),
  endsOn: Nullable(Type.String()),
  next: Nullable(NextGrant),
  daysLeft: Nullable(Type.Integer({ description: 'today is 0; negative: so many days ago' })),
  isNew: Type.Boolean(),
  isSilent: Type.Boolean(),
  handledAt: Nullable(Type.String({ description: 'null: not yet, or its end has changed since' })),
  handledBy: Type.String(),
  remark: Type.String(),
})
export type BoardRow = Static<typeof BoardRow>

const listed = {
  current: Type.Optional(Type.Integer({ title: '页码', minimum: 1, maximum: PAGING_REACH })),
  size: Type.Optional(Type.Integer({ title: '每页条数', minimum: 1, maximum: PAGE_SIZE_MAX })),
  kind: Type.Optional(OneOf('原因', boardKinds)),
  /** Only unhandled ones. */
  showNotHandle: Type.Optional(Type.Boolean({ title: '只看未处理' })),
}

const BoardQuery = Fields(listed)
export type BoardQuery = Static<typeof BoardQuery>

const Handling = Fields({
  id: Id('账号'),
  handled: Type.Boolean({ title: '处理状态' }),
  remark: Type.Optional(Text('备注', 200)),
})

const hint = (path: `/${string}`, summary: string) => readCall(summary, path, signedIn, { data: BoardHint })

const rows = (path: `/${string}`, summary: string) =>
  getCall(summary, path, signedIn, { query: BoardQuery, data: Paged(BoardRow) })

const handle = (path: `/${string}`, summary: string) => writeCall(summary, path, signedIn, { body: Handling })

const root = '/api/backend'

const getBigDataHint = hint(`${root}/usersPlatFormConfig/getBigDataHint`, '大数据跟进看板的数字')
const getHandleBigData = rows(`${root}/usersPlatFormConfig/getHandleBigData`, '大数据跟进看板的账号')
const setUserHandleBigData = handle(`${root}/usersPlatFormConfig/setUserHandleBigData`, '标记大数据账号已跟进')

const getWebsiteHint = hint(`${root}/websiteroutemenu/getWebsiteHint`, '官网跟进看板的数字')
const getHandleWebsite = rows(`${root}/websiteroutemenu/getHandleWebsite`, '官网跟进看板的账号')
const setUserHandleWebsite = handle(`${root}/websiteroutemenu/setUserHandleWebsite`, '标记官网账号已跟进')

const getAppHint = hint(`${root}/appUserConfig/getAppHint`, 'APP跟进看板的数字')
const getHandleApp = rows(`${root}/appUserConfig/getHandleApp`, 'APP跟进看板的账号')
const setUserHandleApp = handle(`${root}/appUserConfig/setUserHandleApp`, '标记APP账号已跟进')

/** The accounts behind one of the numbers. */
export const getAppHintInfo = readCall('APP跟进看板某个数字的账号', `${root}/appUserConfig/getAppHintInfo`, signedIn, {
  body: Fields({ ...listed, kind: OneOf('原因', boardKinds) }),
  data: Paged(BoardRow),
})

/** The same over every sub-product whose accounts the person may see; ends within 30 days. */
const getRadarHint = hint(`${root}/member/radar/get`, '全部子产品待跟进账号的数字')
const queryRadar = rows(`${root}/member/radar/page`, '全部子产品的待跟进账号')
const handleRadar = handle(`${root}/member/radar/handle`, '标记账号已跟进')

/** The calls of each board. */
export const boardCalls = {
  1: { hint: getBigDataHint, rows: getHandleBigData, handle: setUserHandleBigData },
  2: { hint: getWebsiteHint, rows: getHandleWebsite, handle: setUserHandleWebsite },
  4: { hint: getAppHint, rows: getHandleApp, handle: setUserHandleApp },
} as const satisfies Record<BoardType, BoardCalls>
export const radarCalls = { hint: getRadarHint, rows: queryRadar, handle: handleRadar } as const satisfies BoardCalls

export type BoardCalls = {
  hint: ReturnType<typeof hint>
  rows: ReturnType<typeof rows>
  handle: ReturnType<typeof handle>
}
