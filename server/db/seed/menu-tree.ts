// The fields of a menu row, and the helpers that build the tree.
import type { Alias } from '#contract/access.ts'

/** spec §3: `type` 1 directory, 2 page, 3 button; `action` of a button 1 toolbar, 2 row, 3 both. */
export type MenuSeed = {
  type: 1 | 2 | 3
  code: string
  name: string
  path: string
  /** The name of an icon of @ant-design/icons. */
  source: string
  alias: Alias | ''
  action: 1 | 2 | 3
  isCached: boolean
  remark: string
  children: readonly MenuSeed[]
}

export type PlacedMenu = MenuSeed & { parentCode: string | null; sort: number }

type ButtonText = readonly [name: string, action: 1 | 2 | 3, remark?: string]

const buttons: Readonly<Record<Alias, ButtonText>> = {
  view: ['查看', 1],
  add: ['新增', 1],
  edit: ['编辑', 2],
  delete: ['删除', 3],
  disable: ['禁用', 2],
  open: ['启用', 2],
  leadingIn: ['导入', 1],
  closingLeadingIn: ['导入截止日期', 1],
  share: ['分享', 2],
  details: ['详情', 2],
  count: ['统计', 2],
  update: ['正常更新', 3],
  stopUpdate: ['停止更新', 3],
  exportBtn: ['导出', 1],
  batchEmpower: ['批量授权', 1],
  dragSort: ['拖动排序', 1],
  lock: ['锁定', 2],
  unLock: ['解锁', 2],
  verify: ['核实', 3],
  cancelVerify: ['取消核实', 3],
  empower: ['授权', 2],
  setPassword: ['重置密码', 2],
  userLog: ['操作日志', 2],
  userAccessLog: ['访问日志', 2],
  serviceRecords: ['服务记录', 2],
  invite: ['邀请', 2],
  clear: ['强制下线', 3],
  reAllocation: ['更换销售（多人）', 1],
  association: ['关联', 2],
  presale: ['预售', 2],
  forSale: ['开售', 2],
  setMap: ['地图标注', 2],
  changeAmount: ['修改金额', 2],
  closeDingDan: ['关闭订单', 2],
  changeSalesman: ['更换销售', 3],
  dinnerRegister: ['晚宴登记', 2],
  pass: ['通过', 3],
  overrule: ['驳回', 3],
  examine: ['审核', 2],
  summaryAI: ['AI 摘要', 2],
  hintTextAI: ['AI 提示语', 2],
  batchAdd: ['批量新增', 1],
  batchEdit: ['批量编辑', 1],
  copy: ['复制', 2],
  move: ['移动', 3],
  unbinding: ['解除绑定', 2],
  affiliatedAccount: ['子账号', 2],
  emailPushReport: ['邮件推送报告', 3],
  generateAIAccount: ['生成 AI 账号', 3],
  memberBelong: ['设置归属', 2],
  launch: ['发布', 3],
  takeDown: ['下架', 3],
  setRole: ['设置角色', 2],
  revokeBatchEmpower: ['批量取消授权', 1],
  dateEdit: ['日期编辑', 3, '授予后，本页的全部按钮都可用'],
}

function button(menu: string, alias: Alias): MenuSeed {
  const [name, action, remark = ''] = buttons[alias]
  const code = `${menu}.${alias}`
  return { type: 3, code, name, path: '', source: '', alias, action, isCached: false, remark, children: [] }
}

export function directory(
  code: string,
  name: string,
  path: string,
  source: string,
  children: readonly MenuSeed[],
): MenuSeed {
  return { type: 1, code, name, path, source, alias: '', action: 1, isCached: false, remark: '', children }
}

/** A list, kept in its tab. Every page has `view`; `rights` are its further buttons. */
export function page(
  code: string,
  name: string,
  path: string,
  source: string,
  rights: readonly Alias[] = [],
  pages: readonly MenuSeed[] = [],
): MenuSeed {
  const own = (['view', ...rights] as const).map((alias) => button(code, alias))
  const children = [...own, ...pages]
  return { type: 2, code, name, path, source, alias: '', action: 1, isCached: true, remark: '', children }
}

/** A page that reloads at each visit. */
export function entryPage(...args: Parameters<typeof page>): MenuSeed {
  return { ...page(...args), isCached: false }
}

/** Every row with its place, parents before their children. */
export function placed(tree: readonly MenuSeed[], parentCode: string | null = null): PlacedMenu[] {
  return tree.flatMap((row, index) => [
    { ...row, parentCode, sort: (index + 1) * 10 },
    ...placed(row.children, row.code),
  ])
}

export const change = ['add', 'edit', 'delete'] as const satisfies readonly Alias[]
export const onOff = ['disable', 'open'] as const satisfies readonly Alias[]
export const sheets = ['leadingIn', 'exportBtn'] as const satisfies readonly Alias[]
