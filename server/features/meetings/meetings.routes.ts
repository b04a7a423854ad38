// Meetings over HTTP.
import { htmlOf } from '../../../contract/articles/body.ts'
import { meetingKindLabels, meetingStateLabels } from '../../../contract/meetings/meeting-labels.ts'
import {
  addMeeting,
  copyMeeting,
  editMeeting,
  exportMeetings,
  getMeeting,
  launchMeetings,
  type MeetingDetail,
  queryMeetings,
  removeMeetings,
  takeDownMeetings,
} from '../../../contract/meetings/meetings.ts'
import { subProducts } from '../../../contract/sub-products.ts'
import type { Actor } from '../../core/access/actors.ts'
import type { Core } from '../../core/core.ts'
import { linkTo } from '../../core/files/files.ts'
import { cleanRichText, showRichText } from '../../core/files/rich-text.ts'
import { orNotFound } from '../../core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '../../core/http/serve.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import type { Executor } from '../../db/connection.ts'
import { addMeetingRow, copyMeetingRow, editMeetingRow, launch, removeDrafts, takeDown } from './meetings.acts.ts'
import { findMeeting, listMeetings, picturesIn } from './meetings.queries.ts'

async function detailOf(core: Core, db: Executor, actor: Actor, id: string): Promise<MeetingDetail> {
  const { longitude, latitude, coverId, body, ...meeting } = orNotFound(await findMeeting(db, id))
  const [cover] = coverId === null ? [] : await picturesIn(db, [coverId])
  return {
    ...meeting,
    place: longitude === null ? '' : `${longitude},${latitude}`,
    cover: cover ? { ...cover, url: linkTo(core, cover.id, actor) } : null,
    html: showRichText(core, cleanRichText(htmlOf(body)).html, actor),
  }
}

export const routes = [
  serve(queryMeetings, ({ body, db }) => listMeetings(db, body)),
  serve(getMeeting, ({ query: { id }, core, db, actor }) => detailOf(core, db, actor, id)),
  serveAct(addMeeting, ({ body, ...act }) => addMeetingRow(act, body)),
  serveAct(
    editMeeting,
    ({ body, ...act }) => editMeetingRow(act, body, ({ id }) => detailOf(act.core, act.tx, act.actor, id)),
    filesOfRow('meeting'),
  ),
  serveAct(copyMeeting, ({ body, ...act }) => copyMeetingRow(act, body)),
  serveAct(launchMeetings, ({ body: { ids }, ...act }) => launch(act, ids)),
  serveAct(takeDownMeetings, ({ body: { ids }, ...act }) => takeDown(act, ids)),
  serveAct(removeMeetings, ({ body: { ids }, ...act }) => removeDrafts(act, ids)),
]

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

export const meetingsExport = declareExport(exportMeetings, {
  target: 'meeting',
  list: listMeetings,
  cells: {
    kind: ({ kind }) => meetingKindLabels[kind],
    state: ({ state }) => meetingStateLabels[state],
    channels: ({ channels }) => channels.map((key) => titles.get(key) ?? key).join('、'),
  },
})
