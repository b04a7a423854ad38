// Toast text after an act (spec §8): its name with 成功 or 失败; 操作成功 for acts without a name.

const names = {
  add: '新增',
  edit: '编辑',
  delete: '删除',
  enable: '启用',
  disable: '禁用',
  normalUpdate: '正常更新',
  stopUpdate: '停止更新',
} as const

export type ActKind = keyof typeof names

export const actText = (kind?: ActKind, isDone = true): string =>
  `${kind ? names[kind] : '操作'}${isDone ? '成功' : '失败'}`
