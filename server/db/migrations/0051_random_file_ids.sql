-- Ids of files become random, those that are there too, with all that names them: columns, lists, bodies and their HTML.
ALTER TABLE "files" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "id" SET DEFAULT (('x' || left(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint & 9223372036854775807);--> statement-breakpoint
CREATE TEMP TABLE renamed_files ON COMMIT DROP AS SELECT id AS old,
  ('x' || left(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint & 9223372036854775807 AS id FROM files;--> statement-breakpoint
CREATE UNIQUE INDEX ON renamed_files (old);--> statement-breakpoint
CREATE FUNCTION pg_temp.renamed(old text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce((SELECT id::text FROM renamed_files r WHERE r.old::text = $1), $1) $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.renamed(old bigint[]) RETURNS bigint[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(coalesce(r.id, o.id) ORDER BY o.n), '{}')
    FROM unnest($1) WITH ORDINALITY AS o(id, n) LEFT JOIN renamed_files r ON r.old = o.id $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.renamed(old jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(pg_temp.renamed(o.id) ORDER BY o.n), '[]')
    FROM jsonb_array_elements_text($1) WITH ORDINALITY AS o(id, n) $$;--> statement-breakpoint
-- Ids in a text, each between the strings that stand around it.
CREATE FUNCTION pg_temp.renamed_in(body text, before text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  FOR found IN SELECT DISTINCT m[1] FROM regexp_matches(body, before || '"([0-9]+)"', 'g') m LOOP
    body := replace(body, before || '"' || found || '"', before || '"' || pg_temp.renamed(found) || '"');
  END LOOP;
  RETURN body;
END $$;--> statement-breakpoint
INSERT INTO files (id, sha256, name, type, purpose, width, height, owner_id, created_at)
  SELECT r.id, f.sha256, f.name, f.type, f.purpose, f.width, f.height, f.owner_id, f.created_at FROM files f JOIN renamed_files r ON r.old = f.id;--> statement-breakpoint
UPDATE file_uses u SET file_id = r.id FROM renamed_files r WHERE r.old = u.file_id;--> statement-breakpoint
UPDATE imports i SET result_file_id = r.id FROM renamed_files r WHERE r.old = i.result_file_id;--> statement-breakpoint
UPDATE job_runs j SET file_id = r.id FROM renamed_files r WHERE r.old = j.file_id;--> statement-breakpoint
UPDATE users SET avatar = pg_temp.renamed(avatar) WHERE avatar <> '';--> statement-breakpoint
UPDATE documents d SET file_id = r.id FROM renamed_files r WHERE r.old = d.file_id;--> statement-breakpoint
UPDATE report_issues i SET file_id = r.id FROM renamed_files r WHERE r.old = i.file_id;--> statement-breakpoint
UPDATE pushes SET attachment_ids = pg_temp.renamed(attachment_ids) WHERE attachment_ids <> '{}';--> statement-breakpoint
UPDATE message_bodies SET attachment_ids = pg_temp.renamed(attachment_ids) WHERE attachment_ids <> '{}';--> statement-breakpoint
UPDATE message_bodies SET pictures = (SELECT jsonb_object_agg(key, pg_temp.renamed(value)) FROM jsonb_each_text(pictures)) WHERE pictures <> '{}';--> statement-breakpoint
UPDATE visits SET picture_ids = pg_temp.renamed(picture_ids) WHERE picture_ids <> '[]';--> statement-breakpoint
UPDATE visit_enterprises SET picture_ids = pg_temp.renamed(picture_ids) WHERE picture_ids <> '[]';--> statement-breakpoint
UPDATE meeting_images i SET file_id = r.id FROM renamed_files r WHERE r.old = i.file_id;--> statement-breakpoint
UPDATE meeting_news n SET cover_id = r.id FROM renamed_files r WHERE r.old = n.cover_id;--> statement-breakpoint
UPDATE meeting_news SET body = pg_temp.renamed_in(body::text, '"fileId": ')::jsonb, html = pg_temp.renamed_in(html, 'data-file-id=')
  WHERE html LIKE '%data-file-id=%' OR body::text LIKE '%"fileId": %';--> statement-breakpoint
UPDATE meetings m SET cover_id = r.id FROM renamed_files r WHERE r.old = m.cover_id;--> statement-breakpoint
UPDATE meetings SET body = pg_temp.renamed_in(body::text, '"fileId": ')::jsonb WHERE body::text LIKE '%"fileId": %';--> statement-breakpoint
ALTER TABLE article_versions DISABLE TRIGGER article_versions_append_only;--> statement-breakpoint
UPDATE article_versions v SET cover_id = r.id FROM renamed_files r WHERE r.old = v.cover_id;--> statement-breakpoint
UPDATE article_versions SET attachment_ids = pg_temp.renamed(attachment_ids) WHERE attachment_ids <> '{}';--> statement-breakpoint
UPDATE article_versions SET body = pg_temp.renamed_in(body::text, '"fileId": ')::jsonb, html = pg_temp.renamed_in(html, 'data-file-id=')
  WHERE html LIKE '%data-file-id=%' OR body::text LIKE '%"fileId": %';--> statement-breakpoint
ALTER TABLE article_versions ENABLE TRIGGER article_versions_append_only;--> statement-breakpoint
ALTER TABLE article_template_versions DISABLE TRIGGER article_template_versions_append_only;--> statement-breakpoint
UPDATE article_template_versions SET body = pg_temp.renamed_in(body::text, '"fileId": ')::jsonb WHERE body::text LIKE '%"fileId": %';--> statement-breakpoint
ALTER TABLE article_template_versions ENABLE TRIGGER article_template_versions_append_only;--> statement-breakpoint
UPDATE article_autosaves SET form = jsonb_set(
    pg_temp.renamed_in(pg_temp.renamed_in(form::text, '"fileId": '), '"coverId": ')::jsonb, '{attachmentIds}',
    CASE WHEN jsonb_typeof(form->'attachmentIds') = 'array' THEN pg_temp.renamed(form->'attachmentIds') ELSE '[]' END, false);--> statement-breakpoint
DELETE FROM files f USING renamed_files r WHERE r.old = f.id;--> statement-breakpoint
DROP FUNCTION pg_temp.renamed_in(text, text);--> statement-breakpoint
DROP FUNCTION pg_temp.renamed(jsonb);--> statement-breakpoint
DROP FUNCTION pg_temp.renamed(bigint[]);--> statement-breakpoint
DROP FUNCTION pg_temp.renamed(text);
