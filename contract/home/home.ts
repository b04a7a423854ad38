// The home page as each person has arranged it: modules, quick entries, how many days before its end an account appears
// on a board.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { endpoint, getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, IdsOrNone, Nothing, Nullable } from '#contract/fields.ts'
import { EXPIRE_DAYS_MAX, QUICK_ENTRIES_MAX } from '#contract/limits.ts'

const root = '/api/backend/quickEntryMenu'

/** spec §2, §9: 1 big data (Chinese), 2 official website, 3 menu quick entries, 4 mobile app. */
export const moduleTypes = [1, 2, 3, 4] as const
export type ModuleType = (typeof moduleTypes)[number]

/** The follow-up boards among them, which list accounts whose time ends. */
export const boardTypes = [1, 2, 4] as const
export type BoardType = (typeof boardTypes)[number]

const HomeModule = Type.Object({
  id: Type.String({ description: 'a person has one module of each type: the type names it' }),
  configType: Type.Unsafe<ModuleType>({ type: 'integer', enum: [...moduleTypes] }),
  enabled: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
  orders: Type.Integer({ description: 'the place on the page, from 1' }),
  isOffered: Type.Boolean({
    description: 'whether the person may open what it shows; what is not offered stands last',
  }),
  days: Nullable(Type.Integer({ description: 'board: from how many days before its end a member stands on it' })),
})
export type HomeModule = Static<typeof HomeModule>

/** All four, in the person's order. */
export const getUsersHomePageConfig = getCall('自己的首页模块', '/api/backend/getUsersHomePageConfig', signedIn, {
  data: Type.Array(HomeModule),
})

/** Moves a module to the position `orders`; the others shift, so that positions are unique. */
export const updateHomePageConfig = endpoint({
  summary: '开关或移动首页模块',
  method: 'GET',
  path: '/api/backend/updateHomePageConfig',
  access: signedIn,
  effect: 'write',
  query: Fields({
    configType: Type.Unsafe<ModuleType>({ type: 'integer', enum: [...moduleTypes], title: '模块' }),
    enabled: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], title: '开关' }),
    orders: Type.Integer({ title: '顺序', minimum: 1, maximum: moduleTypes.length }),
  }),
  data: Nothing,
})

export const saveUserExpireDaysConfig = writeCall(
  '设置看板从到期前多少天开始提醒',
  '/api/backend/userExpireDaysHomeConfig/saveUserExpireDaysConfig',
  signedIn,
  {
    body: Fields({
      configType: Type.Unsafe<BoardType>({ type: 'integer', enum: [...boardTypes], title: '看板' }),
      days: Type.Integer({
        title: '天数',
        minimum: 1,
        maximum: EXPIRE_DAYS_MAX,
        messages: { required: '请输入天数' },
      }),
    }),
  },
)

const QuickEntry = Type.Object({
  menuId: Type.String(),
  code: Type.String(),
  name: Type.String(),
  path: Type.String(),
  source: Type.String(),
  isOpen: Type.Integer(),
  trail: Type.Array(Type.String(), { description: 'names of the directories above, from the top' }),
})
export type QuickEntry = Static<typeof QuickEntry>

/** The chosen ones, in order; pages that the person may no longer see are left out. */
export const getAdminMenuDIY = readCall('自己的快捷入口', `${root}/getAdminMenuDIY`, signedIn, {
  data: Type.Array(QuickEntry),
})

/** All pages that the person may see, in the order of the menu. */
export const getAdminMenu = readCall('可选的快捷入口', `${root}/getAdminMenu`, signedIn, {
  data: Type.Array(QuickEntry),
})

export const saveAdminMenuDIY = writeCall('保存快捷入口', `${root}/saveAdminMenuDIY`, signedIn, {
  body: Fields({ menuIds: IdsOrNone('快捷入口', QUICK_ENTRIES_MAX) }),
})
