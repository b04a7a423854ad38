DROP INDEX "messages_queued";--> statement-breakpoint
CREATE INDEX "messages_handed" ON "messages" USING btree ("address","handed_at") WHERE "messages"."channel" = 'wecomApplication';--> statement-breakpoint
CREATE INDEX "messages_queued" ON "messages" USING btree ("channel","not_before","id") WHERE "messages"."state" = 'queued';