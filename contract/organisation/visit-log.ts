// The visit log: opened pages, which the console reports, and acts.
import { type Static, Type } from 'typebox'
import { can, signedIn } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Day, Fields, listFields, Moment, Nullable, OneOf, Required, Text } from '#contract/fields.ts'

const visitKinds = ['page', 'act'] as const

export const VisitQuery = Fields({
  ...listFields(['at']),
  userName: Type.Optional(Text('用户名', 64)),
  /** Part of a page's title or path, or of what an act concerned. */
  module: Type.Optional(Text('模块', 64)),
  action: Type.Optional(OneOf('类型', visitKinds)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  ip: Type.Optional(Text('IP 地址', 64)),
})
export type VisitQuery = Static<typeof VisitQuery>

export const VisitRow = Type.Object({
  /** `P12` an opened page, `A34` an act. */
  id: Type.String(),
  at: Moment('时间'),
  userName: Type.String({ title: '用户名' }),
  realName: Nullable(Type.String({ title: '姓名' })),
  action: OneOf('类型', visitKinds),
  /** The page's title, or the act as the audit log names it: `user.edit`. */
  title: Type.String({ title: '页面或操作' }),
  /** The page's path, or what the act concerned. */
  target: Type.String({ title: '路径或对象' }),
  ip: Type.String({ title: 'IP 地址' }),
})
export type VisitRow = Static<typeof VisitRow>

export const getAdminLogByPage = readCall(
  '访问日志',
  '/api/backend/log/visitLog/getAdminLogByPage',
  can('visitLog', 'view'),
  { body: VisitQuery, data: Paged(VisitRow) },
)

/** Pages opened since the last report; paths without queries. Sent automatically, stored 180 days. */
export const recordVisits = writeCall('上报打开的页面', '/api/backend/log/visitLog/record', signedIn, {
  body: Fields({
    pages: Type.Array(Fields({ path: Required('路径', 200), title: Required('标题', 64) }), {
      title: '页面',
      minItems: 1,
      maxItems: 20,
    }),
  }),
})
