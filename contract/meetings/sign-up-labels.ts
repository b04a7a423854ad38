// Words of sign-ups that tables, calls and screens share.

/**
 * `applied` waits for a person to confirm it and holds no seat; `confirmed`, `came` and, until it lapses, `offered` hold one
 * for each head.
 */
export const signUpStates = [
  'applied',
  'confirmed',
  'waiting',
  'offered',
  'refused',
  'lapsed',
  'cancelled',
  'came',
] as const
export type SignUpState = (typeof signUpStates)[number]
export const signUpStateLabels: Record<SignUpState, string> = {
  applied: '待确认',
  confirmed: '已确认',
  waiting: '候补',
  offered: '待接受名额',
  refused: '未通过',
  lapsed: '名额已过期',
  cancelled: '已取消',
  came: '已到场',
}

/** Of their seats: what can still be cancelled, and keeps the number from signing up again. */
export const liveStates: readonly SignUpState[] = ['applied', 'confirmed', 'waiting', 'offered', 'came']
export const seatedStates: readonly SignUpState[] = ['confirmed', 'offered', 'came']

export const signUpSources = ['page', 'open', 'hand', 'import', 'invitation'] as const
export type SignUpSource = (typeof signUpSources)[number]
export const signUpSourceLabels: Record<SignUpSource, string> = {
  page: '报名页',
  open: '站点报名',
  hand: '手工登记',
  import: '表格导入',
  invitation: '邀请函',
}

/** What a meeting may ask beyond name, company and telephone. */
export const signUpFields = ['position', 'products', 'topics', 'diet', 'hotel', 'arrival', 'plate'] as const
export type SignUpField = (typeof signUpFields)[number]
export const signUpFieldLabels: Record<SignUpField, string> = {
  position: '职务',
  products: '主营产品',
  topics: '关注话题',
  diet: '饮食要求',
  hotel: '住宿要求',
  arrival: '到达安排',
  plate: '车牌号',
}

export const OWN_FIELDS_MAX = 30
export const OWN_ANSWER_MAX = 200
export const OWN_FIELD_KEY = '^[a-z0-9]{1,12}$'

export const ownFieldKinds = ['text', 'choice', 'yesNo'] as const
export type OwnFieldKind = (typeof ownFieldKinds)[number]
export const ownFieldKindLabels: Record<OwnFieldKind, string> = { text: '文字', choice: '单选', yesNo: '是否' }

/** A question of one meeting alone. `key` stays when its label changes. */
export type OwnField = { key: string; label: string; kind: OwnFieldKind; isRequired: boolean; options: string[] }

export const invoiceStates = ['none', 'requested', 'issued'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const invoiceStateLabels: Record<InvoiceState, string> = {
  none: '不需要',
  requested: '待开票',
  issued: '已开票',
}
