// Access explained: whether a person may open a page or press a button, and why.
import { type Static, Type } from 'typebox'
import { administrator, aliases } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable, OneOf, Required, TreeOf } from '#contract/fields.ts'

const root = '/api/backend/access'

const stepStates = ['yes', 'no', 'info'] as const
const stepParts = ['account', 'role', 'menu', 'button', 'scope', 'version'] as const

/** One step of the explanation. `no` in account or menu refuses by itself; of the roles one `yes` is enough. */
const Step = Type.Object({
  part: OneOf('环节', stepParts),
  state: OneOf('结果', stepStates),
  title: Type.String(),
  text: Type.String(),
})
export type Step = Static<typeof Step>

const Explanation = Type.Object({
  allowed: Type.Boolean(),
  /** 可以/不可以，因为… */
  sentence: Type.String(),
  steps: Type.Array(Step),
})
export type Explanation = Static<typeof Explanation>

/** `page` is a menu's code or path. Without `alias` the question is whether the page can be opened. */
export const explainAccess = readCall('权限说明：某人能否打开页面或使用按钮', `${root}/explain`, administrator, {
  body: Fields({
    userId: Id('员工'),
    page: Required('页面', 200),
    alias: Type.Optional(OneOf('按钮', aliases)),
  }),
  data: Explanation,
})

/** `by`: the roles that grant it. */
const Granted = { allowed: Type.Boolean(), by: Type.Array(Type.String()) }

const AccessNode = TreeOf('AccessNode', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  code: Type.String(),
  name: Type.String(),
  path: Type.String(),
  /** 1 directory, 2 page. */
  type: Type.Integer(),
  ...Granted,
  buttons: Type.Array(Type.Object({ alias: OneOf('按钮', aliases), name: Type.String(), ...Granted })),
})
export type AccessNode = Static<typeof AccessNode>

export const overviewAccess = readCall('权限说明：某人的全部页面与按钮', `${root}/overview`, administrator, {
  body: Fields({ userId: Id('员工') }),
  data: Type.Object({
    user: Type.Object({
      id: Type.String(),
      userName: Type.String(),
      realName: Type.String(),
      /** The main role first. */
      roles: Type.Array(Type.String()),
      isAdministrator: Type.Boolean(),
      /** Why the account can do nothing at all, null where it can be used. */
      problem: Nullable(Type.String()),
    }),
    tree: Type.Array(AccessNode),
  }),
})
