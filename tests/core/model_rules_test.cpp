#include "core/model_rules.h"

#include <cmath>
#include <set>

#include "support/catch.h"

using namespace attn;

namespace {

ModelScaling rule(ModelRule name, int head_dim = 64, int key_count = 512, int layer = 1, double scale = 0) {
  const auto result = model_rule({name, head_dim, key_count, layer, scale});
  REQUIRE(result.ok());
  return *result;
}

double alpha(ModelRule name, int head_dim = 64, int key_count = 512, int layer = 1, double scale = 0) {
  return rule(name, head_dim, key_count, layer, scale).alpha;
}

}  // namespace

TEST_CASE("the Transformer's divisor is alpha 1 at every head dimension, none is 1 over its root") {
  for (const int d : {1, 16, 64, 300, 4096}) {
    CHECK(alpha(ModelRule::vaswani, d) == Approx(1.0).epsilon(1e-15));
    CHECK(alpha(ModelRule::none, d) == Approx(1.0 / std::sqrt(d)).epsilon(1e-15));
    CHECK(rule(ModelRule::none, d).divisor == 1.0);
  }
}

TEST_CASE("muP halves alpha at a quarter of the head and doubles it at four times the head") {
  CHECK(alpha(ModelRule::mup, 16) == Approx(0.5));
  CHECK(alpha(ModelRule::mup, 64) == Approx(1.0));
  CHECK(alpha(ModelRule::mup, 256) == Approx(2.0));
  CHECK(alpha(ModelRule::mup, 1024) == Approx(4.0));
}

TEST_CASE("T5 divides by nothing but starts as if divided by the root") {
  CHECK(rule(ModelRule::t5).divisor == 1.0);
  CHECK(rule(ModelRule::t5).alpha == 1.0);
}

TEST_CASE("GPT-2's inverse layer index changes alpha, Megatron's layer scaling does not") {
  CHECK(alpha(ModelRule::gpt2_inverse_layer, 64, 512, 12) == Approx(12.0));
  CHECK(alpha(ModelRule::megatron, 64, 512, 12) == Approx(1.0));
}

TEST_CASE("Gemma and Grok have their own divisors and caps") {
  const ModelScaling large = rule(ModelRule::gemma2_27b);
  CHECK(large.divisor == 12.0);
  CHECK(large.alpha == Approx(1.061).margin(5e-4));
  CHECK(large.soft_cap == 50.0);
  CHECK(large.head_dim == 128);
  CHECK(rule(ModelRule::gemma2_9b).alpha == 1.0);
  CHECK(rule(ModelRule::gemma2_9b).soft_cap == 50.0);
  const ModelScaling third = rule(ModelRule::gemma3);
  CHECK(third.alpha == 1.0);
  CHECK(third.soft_cap == 0.0);
  CHECK(third.normalised);
  CHECK(third.logit_bound == 16.0);
  const ModelScaling grok = rule(ModelRule::grok1, 32);
  CHECK(1.0 / grok.divisor == Approx(0.08838834764831845).epsilon(1e-15));
  CHECK(grok.soft_cap == 30.0);
  CHECK(grok.alpha == Approx(1.0));
}

TEST_CASE("normalised queries and keys bound the logits") {
  CHECK(rule(ModelRule::vit22b, 64).logit_bound == Approx(8.0));
  CHECK(rule(ModelRule::vit22b, 64).normalised);
  CHECK(alpha(ModelRule::qk_norm, 64, 512, 1, 4.0) == Approx(2.0));
  CHECK(rule(ModelRule::qk_norm, 64, 512, 1, 4.0).logit_bound == Approx(4.0));
  CHECK(alpha(ModelRule::qk_norm, 64) == Approx(1.0));
  CHECK(alpha(ModelRule::swin_v2, 32) == Approx(0.566).margin(5e-4));
  CHECK(1.0 / alpha(ModelRule::swin_v2, 32) == Approx(1.77).margin(5e-3));
  CHECK(alpha(ModelRule::swin_v2_cap, 32) == Approx(std::sqrt(32.0) / 100.0));
}

TEST_CASE("context extension and scalable softmax sharpen with length") {
  CHECK(alpha(ModelRule::yarn, 64, 512, 1, 4) == Approx(0.771).margin(5e-4));
  CHECK(alpha(ModelRule::yarn, 64, 512, 1, 16) == Approx(0.613).margin(5e-4));
  CHECK(alpha(ModelRule::yarn, 64, 512, 1, 32) == Approx(0.551).margin(5e-4));
  CHECK(alpha(ModelRule::yarn, 64, 512, 1, 1) == Approx(1.0));
  CHECK(alpha(ModelRule::deepseek_v3, 192) == Approx(0.534).margin(5e-4));
  CHECK(1.0 / alpha(ModelRule::deepseek_v3, 192) == Approx(1.874).margin(5e-4));
  CHECK(alpha(ModelRule::ssmax, 64, 512, 1, 0.43) == Approx(1.0 / (0.43 * std::log(512.0))));
  CHECK(alpha(ModelRule::ssmax, 64, 4096) < alpha(ModelRule::ssmax, 64, 512));
}

TEST_CASE("every rule has a name of its own and a positive divisor") {
  const std::set<std::string_view> names(std::begin(kModelRuleNames), std::end(kModelRuleNames));
  CHECK(names.size() == std::size(kModelRuleNames));
  for (size_t i = 0; i < std::size(kModelRuleNames); ++i)
    for (const int d : {1, 64, 4096}) {
      const ModelScaling s = rule(static_cast<ModelRule>(i), d, 2);
      INFO(kModelRuleNames[i]);
      CHECK(s.divisor > 0.0);
      CHECK(std::isfinite(s.alpha));
      CHECK(s.alpha > 0.0);
      CHECK((s.soft_cap > 0.0 || s.normalised) == (s.logit_bound > 0.0));
    }
}

TEST_CASE("a model rule outside its ranges is refused and names what is wrong") {
  CHECK(model_rule({ModelRule::vaswani, 0, 512, 1, 0}).status() == Status::head_dim_out_of_range);
  CHECK(model_rule({ModelRule::vaswani, 64, 0, 1, 0}).status() == Status::key_count_out_of_range);
  CHECK(model_rule({ModelRule::ssmax, 64, 1, 1, 0}).status() == Status::key_count_out_of_range);
  CHECK(model_rule({ModelRule::vaswani, 64, 512, 0, 0}).status() == Status::out_of_range);
  CHECK(model_rule({ModelRule::yarn, 64, 512, 1, 0.5}).status() == Status::out_of_range);
  CHECK(model_rule({ModelRule::qk_norm, 64, 512, 1, NAN}).status() == Status::not_finite);
  CHECK(model_rule({static_cast<ModelRule>(99), 64, 512, 1, 0}).status() == Status::unknown_option);
}

TEST_CASE("a soft-cap bounds logits and takes their slope") {
  const auto capped = soft_cap({50.0, {0.0, 50.0, 100.0, 150.0, -150.0, 1e6, 1e-3}});
  REQUIRE(capped.ok());
  CHECK(capped->slope[0] == 1.0);
  CHECK(capped->slope[1] == Approx(0.42).margin(5e-3));
  CHECK(capped->slope[2] == Approx(0.071).margin(5e-4));
  CHECK(capped->slope[3] == Approx(0.0099).margin(5e-5));
  CHECK(capped->slope[4] == capped->slope[3]);
  CHECK(capped->capped[4] == -capped->capped[3]);
  CHECK(capped->capped[5] == Approx(50.0));
  CHECK(capped->capped[6] == Approx(1e-3).epsilon(1e-9));
  const double step = 1e-5;
  const auto near = soft_cap({3.0, {2.0 - step, 2.0, 2.0 + step}});
  CHECK((near->capped[2] - near->capped[0]) / (2.0 * step) == Approx(near->slope[1]).epsilon(1e-9));
  for (int i = 0; i < 2000; ++i) CHECK(soft_cap({1.0, {std::ldexp(1.0 + i / 2000.0, -20 - i % 30)}})->slope[0] <= 1.0);
  // far out the slope still has its digits: 4 e^(−2x/T)
  CHECK(soft_cap({1.0, {30.0}})->slope[0] == Approx(4.0 * std::exp(-60.0)).epsilon(1e-12));
  CHECK(soft_cap({0.0, {1.0}}).status() == Status::out_of_range);
  CHECK(soft_cap({INFINITY, {1.0}}).status() == Status::not_finite);
  CHECK(soft_cap({1.0, {NAN}}).status() == Status::not_finite);
}

TEST_CASE("normalised queries and keys limit the weight of the right key") {
  const auto best = qk_norm_best({64, 16, {0.0625, 1.0, 4.0, 16.0}});
  REQUIRE(best.ok());
  CHECK(best->weight[1] == Approx(1.0 / (1.0 + 15.0 * std::exp(-8.0))));
  CHECK(best->weight[2] == Approx(1.0 / (1.0 + 15.0 * std::exp(-2.0))));
  CHECK(best->upper_bound[2] == Approx(1.0 / (1.0 + 15.0 * std::exp(-4.0))));
  for (size_t i = 1; i < 4; ++i) CHECK(best->weight[i] < best->weight[i - 1]);
  CHECK(qk_norm_best({256, 16, {4.0}})->weight[0] > best->weight[2]);
  CHECK(qk_norm_best({64, 64, {4.0}})->weight[0] < best->weight[2]);
  CHECK(qk_norm_best({64, 16, {}}).status() == Status::empty_input);
  CHECK(qk_norm_best({64, 16, {0.0}}).status() == Status::out_of_range);
}

TEST_CASE("the answer tells which number of its own a rule took: the one asked for, or the usual one") {
  CHECK(rule(ModelRule::yarn).scale == 16.0);
  CHECK(rule(ModelRule::deepseek_v3).scale == 40.0);
  CHECK(rule(ModelRule::qk_norm, 64).scale == 8.0);
  CHECK(rule(ModelRule::yarn, 64, 512, 1, 4).scale == 4.0);
}
