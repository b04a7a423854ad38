// Words of sign-ups that tables, calls and screens share.

/** `applied` waits for a person to confirm it and holds no seat; `confirmed` and `came` hold one for each person. */
export const signUpStates = ['applied', 'confirmed', 'waiting', 'cancelled', 'came'] as const
export type SignUpState = (typeof signUpStates)[number]
export const signUpStateLabels: Record<SignUpState, string> = {
  applied: '待确认',
  confirmed: '已确认',
  waiting: '候补',
  cancelled: '已取消',
  came: '已到场',
}

export const signUpSources = ['open', 'hand', 'import', 'invitation'] as const
export type SignUpSource = (typeof signUpSources)[number]
export const signUpSourceLabels: Record<SignUpSource, string> = {
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

export const invoiceStates = ['none', 'requested', 'issued'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const invoiceStateLabels: Record<InvoiceState, string> = {
  none: '不需要',
  requested: '待开票',
  issued: '已开票',
}
