// News of meetings over HTTP.
import {
  addMeetingNews,
  editMeetingNews,
  getMeetingNews,
  launchMeetingNews,
  listMeetingNews,
  removeMeetingNews,
  returnMeetingNews,
  submitMeetingNews,
  takeDownMeetingNews,
} from '#contract/meetings/meeting-news.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { meetingOf } from './contents.queries.ts'
import { addNews, editNews, newsSteps, removeNews, stepNews } from './meeting-news.acts.ts'
import { listNews, readNews } from './meeting-news.queries.ts'

export const routes = [
  serve(listMeetingNews, async ({ body: { meetingId }, db, actor }) => ({
    meeting: await meetingOf(db, meetingId),
    rows: await listNews(db, meetingId, actor),
  })),
  serve(getMeetingNews, ({ body, db, core, actor }) => readNews(core, db, body.id, actor)),
  serveAct(addMeetingNews, ({ body, ...act }) => addNews(act, body)),
  serveAct(editMeetingNews, ({ body, ...act }) => editNews(act, body), filesOfRow('meetingNews')),
  serveAct(submitMeetingNews, ({ body, ...act }) => stepNews(act, newsSteps.submit, body)),
  serveAct(launchMeetingNews, ({ body, ...act }) => stepNews(act, newsSteps.launch, body)),
  serveAct(returnMeetingNews, ({ body: { opinion, ...of }, ...act }) => stepNews(act, newsSteps.return, of, opinion)),
  serveAct(takeDownMeetingNews, ({ body, ...act }) => stepNews(act, newsSteps.takeDown, body)),
  serveAct(removeMeetingNews, ({ body, ...act }) => removeNews(act, body)),
]
