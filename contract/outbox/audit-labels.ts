// Audit log labels of the outbox.

export const targets = { message: '发送消息' }

export const verbs = {
  resend: '重新发送',
  withhold: '取消发送',
  decide: '核实送达',
  clearBounces: '恢复退信邮箱',
  clear: '清理内容和地址',
}

export const fields = { hasArrived: '已送达', event: '提醒', isOn: '打开', bodies: '正文', months: '保存月数' }
