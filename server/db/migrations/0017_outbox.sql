CREATE TABLE "message_bodies" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"attachment_ids" bigint[] DEFAULT '{}' NOT NULL,
	"pictures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_opt_outs" (
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"message_id" bigint,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_opt_outs_channel_address_pk" PRIMARY KEY("channel","address")
);
--> statement-breakpoint
CREATE TABLE "message_rates" (
	"provider" text PRIMARY KEY NOT NULL,
	"next_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_senders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alive_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"recipient_kind" text NOT NULL,
	"recipient_id" bigint,
	"recipient_name" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"body_id" bigint,
	"fields" jsonb,
	"link" text DEFAULT '' NOT NULL,
	"push_id" bigint,
	"cause" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"not_before" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sender" uuid,
	"handover" bigint,
	"provider_ref" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"handed_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_notices" (
	"user_id" bigint NOT NULL,
	"event" text NOT NULL,
	CONSTRAINT "user_notices_user_id_event_pk" PRIMARY KEY("user_id","event")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_body_id_message_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."message_bodies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notices" ADD CONSTRAINT "user_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_key" ON "messages" USING btree ("key");--> statement-breakpoint
CREATE INDEX "messages_queued" ON "messages" USING btree ("channel","id") WHERE "messages"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "messages_under_way" ON "messages" USING btree ("channel","address","id") WHERE "messages"."state" = 'sending' or ("messages"."state" = 'queued' and "messages"."attempts" > 0);--> statement-breakpoint
CREATE INDEX "messages_attention" ON "messages" USING btree ("id") WHERE "messages"."state" in ('failed', 'undelivered', 'unsure');--> statement-breakpoint
CREATE INDEX "messages_push" ON "messages" USING btree ("push_id","id") WHERE "messages"."push_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_kind","recipient_id","id");