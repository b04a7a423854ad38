// Audit log labels of article shares.

export const targets = { share: '文章分享' }

// 恢复: of entries from before shares ended for good
export const verbs = { endShare: '结束', resumeShare: '恢复' }

export const fields = {
  channel: '分享渠道',
  view: '访问凭据',
  seconds: '停留秒数',
  articleId: '资讯',
  shareId: '文章分享',
  shareCode: '分享链接',
}
