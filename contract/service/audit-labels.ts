// Audit log labels of customer service.

export const targets = {
  followUp: '跟进记录',
  complaint: '投诉',
  contactRanking: '联系排行',
}

export const verbs = {
  leave: '离职',
  note: '记录进展',
  solve: '解决',
  returnToPool: '退回公海',
}

export const fields = {
  role: '角色',
  wechat: '微信',
  leftOn: '离职日期',
  followUps: '跟进记录',
  contactId: '联系人',
  way: '方式',
  at: '跟进时间',
  result: '结果',
  mood: '态度',
  nextOn: '下次跟进',
  nextText: '下次要做',
  nextUserId: '由谁跟进',
  solveBy: '处理期限',
  solution: '处理结果',
  progress: '处理说明',
  attachments: '附件',
}
