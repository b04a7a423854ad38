// Audit log labels of pushes and customised reports.

export const targets = {
  push: '推送',
  smsClass: '短信分类',
  smsOptOut: '短信退订号码',
  reportOrder: '定制报告订单',
  reportIssue: '定制报告',
}

export const verbs = {
  stop: '停止',
  resume: '继续',
  retry: '重发失败的',
  saveList: '保存名单',
  removeList: '删除名单',
  pass: '审核通过',
  saveIssue: '保存',
  receive: '登记签收',
  restore: '恢复接收',
  send: '发送',
}

export const fields = {
  classId: '短信分类',
  subProductKey: '子产品',
  template: '模板编号',
  sign: '签名',
  correctionText: '更正内容',
  correctionTemplate: '更正模板编号',
  partPrice: '单价（元/条）',
  subject: '邮件主题',
  text: '正文',
  isAdvert: '商业广告',
  isTracked: '记录打开',
  quoteItemIds: '报价项',
  chartDays: '走势图天数',
  rendering: '价格取值',
  attachmentIds: '附件',
  articleIds: '资讯',
  timing: '发送时间',
  sendAt: '定时时间',
  sendTime: '每日时间',
  withheld: '未发送',
  dueOn: '期次',
  orderId: '订单',
  price: '金额',
  rhythm: '频率',
  contents: '报告内容',
  receivedOn: '签收日期',
  receivedBy: '签收人',
  'List-Unsubscribe': '一键退订',
  restoreReason: '恢复原因',
}
