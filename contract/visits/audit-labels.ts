// Audit log labels of visits.

export const targets = {
  visit: '拜访记录',
  visitEnterprise: '拜访企业',
}

export const verbs = {
  depart: '出发',
  arrive: '到达',
  report: '填写报告',
  planAgain: '恢复计划',
  shareWith: '分享',
  linkCustomer: '关联客户',
}

export const fields = {
  capacity: '产能与库容',
  devices: '装置与设备',
  sitePeople: '企业人员',
  pictureIds: '图片',
  customerId: '关联客户',
  plannedAt: '计划时间',
  aim: '拜访目的',
  companionIds: '同行人',
  sharedIds: '分享给',
  departedAt: '出发时间',
  arrivedAt: '到达时间',
  met: '对方人员',
  talks: '各产品情况',
  cancelReason: '取消原因',
  plannedVisits: '随之移交的拜访',
}
